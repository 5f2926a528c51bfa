package dev.bawn.admin.cli;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.cli.AgentList;
import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.NearestMatch;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Printable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** {@code list [AGENT|PROJECT]}: one row for each agent and project. */
final class ListCommand implements Command {

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
    return List.of("sudo bawn-admin list", "sudo bawn-admin list app --json");
  }

  @Override
  public int run(Typed typed, Surroundings here) throws IOException {
    Assembly assembly = new Assembly(here);
    assembly.requireInitialised();
    List<Manifest> manifests = assembly.state().manifests();
    List<AgentName> broken = new ArrayList<>(assembly.state().agents());
    for (Manifest manifest : manifests) {
      broken.remove(manifest.agent());
    }
    for (AgentName agent : broken) {
      Messages.say(
          here,
          "the policy of "
              + agent
              + " cannot be verified, so it is not listed; see: sudo bawn-admin verify "
              + agent);
    }
    AgentList all = AgentList.of(manifests, here);
    Optional<String> wanted = typed.words().stream().findFirst();
    AgentList list = wanted.map(all::about).orElse(all);
    if (wanted.isPresent() && list.isEmpty()) {
      throw new NotFound(
          "there is no agent or assigned project '" + Printable.of(wanted.get()) + "'",
          NearestMatch.hint(wanted.get(), all.words(), "see: sudo bawn-admin list"));
    }
    if (typed.has("--json")) {
      list.json();
    } else if (list.isEmpty() && broken.isEmpty()) {
      here.out().println("no agents yet; create one: sudo bawn-admin create a.noir");
    } else if (!list.isEmpty()) {
      list.table();
    }
    return 0;
  }
}
