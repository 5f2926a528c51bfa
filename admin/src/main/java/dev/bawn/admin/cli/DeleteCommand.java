package dev.bawn.admin.cli;

import dev.bawn.admin.agent.Projects;
import dev.bawn.admin.change.KeepHome;
import dev.bawn.admin.sealing.SealedState;
import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.ProjectId;
import dev.bawn.contract.agent.Workspace;
import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Question;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.BrokenLink;
import dev.bawn.contract.failure.Refused;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** {@code delete AGENT}. */
final class DeleteCommand implements Command {

  @Override
  public CommandSpec spec() {
    return Parameters.command()
        .addPositional(Parameters.one("AGENT", "the agent"))
        .addOption(Parameters.flag("--keep-home", "keep its home directory, owned by root"))
        .addOption(
            Parameters.flag(
                "--yes",
                "do not ask; refused while an overlay of the agent has changes, which are removed only after the question"));
  }

  @Override
  public List<String> examples() {
    return List.of(
        "sudo bawn-admin delete a.noir", "sudo bawn-admin delete a.noir --keep-home --yes");
  }

  @Override
  public int run(Typed typed, Surroundings here) throws IOException {
    AgentName agent = AgentName.of(typed.words().getFirst());
    KeepHome keepHome = typed.has("--keep-home") ? KeepHome.YES : KeepHome.NO;
    String loss =
        keepHome == KeepHome.YES
            ? "its scratch directory is lost"
            : "its home and scratch directories are lost";
    String removed =
        keepHome == KeepHome.YES
            ? ", with its scratch directory"
            : ", with its home and scratch directories";
    requireThere(agent, here);
    requireSettled(agent, here);
    if (typed.has("--yes") || !here.terminals().canAsk()) {
      requireNoChanges(agent, here);
    }
    if (!typed.has("--yes")
        && !Question.yes(
            "delete " + agent + "? its sessions end, " + loss + changes(agent, here), here)) {
      Messages.say(here, "nothing was deleted");
      return 1;
    }
    List<Assignment> taken = new Assembly(here).assignments(agent);
    ProjectLinks.remove(agent, here);
    try (LockedState state = LockedState.withoutKey(here)) {
      state.agents().delete(agent, keepHome);
    }
    here.out().println("deleted " + agent + removed);
    OperatorFiles.name(agent, taken, here);
    return 0;
  }

  /**
   * Refuses while a merge is open: without the agent, bawn could not finish it.
   *
   * @throws dev.bawn.contract.failure.InUse if one runs or was interrupted
   */
  static void requireSettled(AgentName agent, Surroundings here) throws IOException {
    Assembly assembly = new Assembly(here);
    for (Assignment each : assembly.assignments(agent)) {
      if (each.workspace() == Workspace.OVERLAY) {
        assembly.mirrors().requireSettled(each);
      }
    }
  }

  /**
   * Refuses to delete unmerged changes. If the policy cannot be verified, only an answer of the
   * user allows to delete.
   */
  private static void requireNoChanges(AgentName agent, Surroundings here) throws IOException {
    Projects projects = new Assembly(here).projects();
    try {
      for (ProjectId each : projects.changedBy(agent)) {
        projects.requireNoChanges(agent, each);
      }
    } catch (BrokenLink e) {
      throw new Refused(
          "--yes needs a policy that can be verified: " + e.what(),
          "on a terminal, leave out --yes: sudo bawn-admin delete " + agent);
    }
  }

  private static String changes(AgentName agent, Surroundings here) throws IOException {
    try {
      List<ProjectId> changed = new Assembly(here).projects().changedBy(agent);
      return changed.isEmpty()
          ? ""
          : ", with its changes of "
              + String.join(", ", changed.stream().map(ProjectId::text).toList());
    } catch (BrokenLink e) {
      return ", with changes in overlays, if it has any; its policy cannot be verified: "
          + e.what();
    }
  }

  /**
   * Refuses an unknown agent before any question. If a crash left a part of the agent, recovery
   * completes or removes it first.
   */
  private static void requireThere(AgentName agent, Surroundings here) throws IOException {
    SealedState state = new Assembly(here).state();
    if (!state.has(agent)) {
      try (LockedState _ = LockedState.withoutKey(here)) {
        state.require(agent);
      }
    }
  }
}
