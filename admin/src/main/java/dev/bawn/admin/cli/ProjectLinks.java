package dev.bawn.admin.cli;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.failure.Failure;
import java.io.IOException;

/**
 * Removes the links that {@code assign --link} created in projects, for agents that are to be
 * deleted.
 */
final class ProjectLinks {

  private ProjectLinks() {}

  /**
   * Removes the links of an agent, each with the rights of its project's owner. The caller must not
   * hold the lock of the policies. The agent must still exist, so that the command can be repeated
   * after an interruption. A failure, for example because the owner's account was removed, is
   * reported and does not prevent the deletion: a link that is left leads nowhere.
   */
  static void remove(AgentName agent, Surroundings here) throws IOException {
    Assembly assembly = new Assembly(here);
    for (Assignment assignment : assembly.assignments(agent)) {
      try {
        assembly.mirrors().unlink(agent, assignment);
      } catch (Failure e) {
        Messages.say(here, "the link in " + assignment.source() + " may still exist: " + e.what());
      }
    }
  }
}
