package dev.bawn.admin.cli;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.cli.Words;
import dev.bawn.contract.failure.Refused;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** {@code reseal [AGENT]}. */
final class ResealCommand implements Command {

  @Override
  public CommandSpec spec() {
    return Words.command()
        .addPositional(Words.optional("AGENT", "the agent (default: all)"))
        .addOption(
            Pins.option("strict: it does not start any more when one of its programs changes"));
  }

  @Override
  public List<String> examples() {
    return List.of(
        "sudo bawn-admin reseal a.noir",
        "sudo bawn-admin reseal",
        "sudo bawn-admin reseal a.noir --pin strict");
  }

  @Override
  public int run(Typed typed, Surroundings here) throws IOException {
    try (Opened opened = Opened.forChange(here)) {
      List<AgentName> agents =
          typed.words().isEmpty()
              ? new Assembly(here).state().agents()
              : List.of(AgentName.of(typed.words().getFirst()));
      reseal(agents, opened, typed, here);
      return 0;
    }
  }

  /** One that cannot be sealed keeps the others from nothing; each is told, the last as it ends. */
  private static void reseal(List<AgentName> agents, Opened opened, Typed typed, Surroundings here)
      throws IOException {
    Optional<Refused> refused = Optional.empty();
    for (AgentName agent : agents) {
      try {
        Manifest sealed = opened.agents().reseal(agent, Pins.of(typed));
        here.out().println("sealed " + agent + " again, serial " + sealed.serial());
      } catch (Refused e) {
        refused.ifPresent(earlier -> Talk.say(here, earlier.what() + "; " + earlier.mend()));
        refused = Optional.of(e);
      }
    }
    if (refused.isPresent()) {
      throw refused.get();
    }
  }
}
