package dev.bawn.admin.cli;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.Workspace;
import dev.bawn.contract.cli.Surroundings;
import java.util.List;

/** Names the files about the changes of an agent that operators keep in their home directories. */
final class OperatorFiles {

  private OperatorFiles() {}

  /**
   * Prints the directories of these files, of projects that are taken from the agent. Only the
   * operators can read them, so bawn-admin leaves them there.
   */
  static void name(AgentName agent, List<Assignment> taken, Surroundings here) {
    for (Assignment each : taken) {
      if (each.workspace() == Workspace.OVERLAY) {
        String directory = "bawn/agents/" + agent + "@" + each.id();
        Messages.say(
            here,
            "files that a merge replaced, if any, stay in ~/.local/share/"
                + directory
                + " of each operator, and drafts of a review in ~/.local/state/"
                + directory);
      }
    }
  }
}
