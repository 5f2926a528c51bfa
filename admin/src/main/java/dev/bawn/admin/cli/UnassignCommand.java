package dev.bawn.admin.cli;

import dev.bawn.admin.agent.Projects.Written;
import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.Workspace;
import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Question;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.cli.WrappedText;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** {@code unassign AGENT PROJECT}: undoes {@code assign}. */
final class UnassignCommand implements Command {

  @Override
  public CommandSpec spec() {
    return Parameters.command()
        .addPositional(Parameters.one("AGENT", "the agent"))
        .addPositional(Parameters.one("PROJECT", "the id or the directory of the project"))
        .addOption(
            Parameters.flag(
                "--purge-scratch",
                "also remove the scratch directory of the agent for this project, and the changes in its overlay"))
        .addOption(Parameters.flag("--yes", "with --purge-scratch: do not ask"));
  }

  @Override
  public List<String> examples() {
    return List.of(
        "sudo bawn-admin unassign a.noir app",
        "sudo bawn-admin unassign a.noir ~/app --purge-scratch --yes");
  }

  @Override
  public int run(Typed typed, Surroundings here) throws IOException {
    Assembly assembly = new Assembly(here);
    assembly.requireInitialised();
    AgentAndProject words = AgentAndProject.of(typed.words(), here);
    AgentName agent = words.agent();
    Assignment assignment =
        assembly.projects().find(agent, ProjectReference.of(words.project(), here));
    if (assignment.workspace() == Workspace.OVERLAY) {
      assembly.mirrors().requireSettled(assignment);
    }
    Written written = typed.has("--purge-scratch") ? Written.REMOVED : Written.KEPT;
    if (written == Written.KEPT) {
      assembly.projects().requireNoChanges(agent, assignment.id());
    } else if (!typed.has("--yes") && !Question.yes(loss(agent, assignment, assembly), here)) {
      Messages.say(here, "nothing was removed");
      return 1;
    }
    assembly.openKey();
    ProjectLinks.remove(agent, assignment, here);
    try (LockedState state = LockedState.forChange(assembly, here)) {
      state.projects().unassign(state.agents(), agent, assignment.id(), written);
    }
    WrappedText.print(agent + " does not work on " + assignment.source() + " any more", here);
    OperatorFiles.name(agent, List.of(assignment), here);
    return 0;
  }

  private static String loss(AgentName agent, Assignment assignment, Assembly assembly)
      throws IOException {
    boolean hasChanges = assembly.projects().changedBy(agent).contains(assignment.id());
    return "take "
        + assignment.id()
        + " from "
        + agent
        + "? its sessions on that project end, its scratch directory is lost"
        + (hasChanges ? ", with its changes of " + assignment.id() : "");
  }
}
