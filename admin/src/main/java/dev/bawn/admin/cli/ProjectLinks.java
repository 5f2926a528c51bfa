package dev.bawn.admin.cli;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.failure.Failure;
import java.io.IOException;

/** The links that {@code assign --link} made in projects, for agents that are to be deleted. */
final class ProjectLinks {

  private ProjectLinks() {}

  /**
   * Removes an agent's, each with the rights of its project's owner. To be done without the lock of
   * the sealed state, and while the agent is there: whoever is cut off here does it again. What an
   * owner holds on to is told, and keeps nobody from deleting: it leads nowhere then.
   */
  static void remove(AgentName agent, Surroundings here) throws IOException {
    Assembly assembly = new Assembly(here);
    for (Assignment assignment : assembly.assignments(agent)) {
      try {
        assembly.mirrors().unlink(agent, assignment);
      } catch (Failure e) {
        Messages.say(here, "the link in " + assignment.source() + " may be left: " + e.what());
      }
    }
  }
}
