package dev.bawn.admin.cli;

import dev.bawn.admin.agent.ResealRequest;
import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.Execution;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.ProjectPath;
import dev.bawn.contract.agent.Repository;
import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.Failure;
import dev.bawn.contract.failure.Refused;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** {@code reseal [AGENT]}. */
final class ResealCommand implements Command {

  @Override
  public CommandSpec spec() {
    return Parameters.command()
        .addPositional(Parameters.optional("AGENT", "the agent (default: all)"))
        .addOption(
            Pins.option(
                "choose what a start does when an allowed program has changed: warn, or refuse (strict)"))
        .addOption(Executions.compiled())
        .addOption(Executions.jit())
        .addOption(Executions.signed())
        .addOption(Identities.give())
        .addOption(Identities.take())
        .addOption(TypedLimits.option());
  }

  @Override
  public List<String> examples() {
    return List.of(
        "sudo bawn-admin reseal a.noir",
        "sudo bawn-admin reseal",
        "sudo bawn-admin reseal a.noir --pin strict",
        "sudo bawn-admin reseal a.noir --compiled",
        "sudo bawn-admin reseal a.noir --limit disk=2G,memory=4G,cpus=1.5");
  }

  @Override
  public int run(Typed typed, Surroundings here) throws IOException {
    Map<ProjectPath, Repository> repositories = repositories(typed, here);
    try (LockedState state = LockedState.forChange(here)) {
      reseal(agents(typed, here), repositories, state, typed, here);
      return 0;
    }
  }

  private static List<AgentName> agents(Typed typed, Surroundings here) throws IOException {
    return typed.words().isEmpty()
        ? new Assembly(here).state().agents()
        : List.of(AgentName.of(typed.words().getFirst()));
  }

  /**
   * Reads the repositories of projects that an earlier version assigned. The caller must not hold
   * the lock of the policies: an answer takes as long as the owner of a project wants. If there is
   * no answer, the mirror stays unchanged until the next {@code reseal}.
   */
  private static Map<ProjectPath, Repository> repositories(Typed typed, Surroundings here)
      throws IOException {
    Assembly assembly = new Assembly(here);
    Map<ProjectPath, Repository> found = new HashMap<>();
    for (AgentName agent : agents(typed, here)) {
      for (Assignment each : assembly.assignments(agent)) {
        if (each.repository().isEmpty() && !found.containsKey(each.source())) {
          try {
            found.put(each.source(), assembly.mirrors().repository(each.source(), each.owner()));
          } catch (Failure e) {
            Messages.say(here, e.what() + "; " + e.hint());
          }
        }
      }
    }
    return found;
  }

  /**
   * Signs all policies. A failure with one agent is reported and does not affect the others; the
   * last one is the result of the command.
   */
  private static void reseal(
      List<AgentName> agents,
      Map<ProjectPath, Repository> repositories,
      LockedState state,
      Typed typed,
      Surroundings here)
      throws IOException {
    Optional<Refused> refused = Optional.empty();
    for (AgentName agent : agents) {
      try {
        Manifest sealed =
            state
                .agents()
                .reseal(
                    agent,
                    new ResealRequest(
                        Pins.of(typed),
                        Executions.of(typed),
                        before -> TypedLimits.of(typed, before),
                        Identities.of(typed)),
                    repositories);
        here.out().println("signed " + agent + " again, serial " + sealed.serial());
        TypedLimits.report(sealed, here);
        if (Executions.of(typed).equals(Optional.of(Execution.SIGNED))) {
          EarlierSessions.report(sealed, here);
        }
      } catch (Refused e) {
        refused.ifPresent(earlier -> Messages.say(here, earlier.what() + "; " + earlier.hint()));
        refused = Optional.of(e);
      }
    }
    if (refused.isPresent()) {
      throw refused.get();
    }
  }
}
