package dev.bawn.admin.cli;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.cli.Words;
import java.io.IOException;
import java.util.List;
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
      for (AgentName agent : agents) {
        Manifest sealed = opened.agents().reseal(agent, Pins.of(typed));
        here.out().println("sealed " + agent + " again, serial " + sealed.serial());
      }
      return 0;
    }
  }
}
