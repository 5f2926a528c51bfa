package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.AgentList;
import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.NearestMatch;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Printable;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;

/** {@code agents [AGENT|PROJECT]}: lists the caller's agents. */
record AgentsCommand(Function<Surroundings, CommandContext> context) implements Command {

  @Override
  public CommandSpec spec() {
    return Parameters.command()
        .addPositional(
            Parameters.optional(
                "AGENT|PROJECT",
                "show only this agent, or the agents on this project (id or path)"))
        .addOption(Parameters.flag("--json", "print JSON, one array"));
  }

  @Override
  public List<String> examples() {
    return List.of("bawn agents", "bawn agents app --json");
  }

  @Override
  public int run(Typed typed, Surroundings here) {
    AgentList all = AgentList.of(context.apply(here).agents(here).manifests(), here);
    Optional<String> wanted = typed.words().stream().findFirst();
    AgentList list = wanted.map(all::about).orElse(all);
    if (wanted.isPresent() && list.isEmpty()) {
      throw new NotFound(
          "unknown agent or project: '" + Printable.of(wanted.get()) + "'",
          NearestMatch.hint(wanted.get(), all.words(), "list yours: bawn agents"));
    }
    if (typed.has("--json")) {
      list.json();
    } else if (list.isEmpty()) {
      here.err().println("you have no agents; ask root: sudo bawn-admin create AGENT");
    } else {
      list.table();
    }
    return 0;
  }
}
