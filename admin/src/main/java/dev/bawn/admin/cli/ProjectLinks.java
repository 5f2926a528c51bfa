package dev.bawn.admin.cli;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.failure.Failure;
import java.io.IOException;
import java.util.List;

/** What {@code assign --link} made in people's projects, of agents that are to be deleted. */
final class ProjectLinks {

  private ProjectLinks() {}

  /**
   * Removes an agent's, each with the rights of its project's owner. To be done without the lock of
   * the sealed state, and while the agent is there: whoever is cut off here does it again. What an
   * owner holds on to is told, and keeps nobody from deleting: it leads nowhere then.
   */
  static void remove(AgentName agent, Surroundings here) throws IOException {
    Assembly assembly = new Assembly(here);
    for (Assignment assignment : assignments(agent, assembly)) {
      try {
        assembly.mirrors().unlink(agent, assignment);
      } catch (Failure e) {
        Talk.say(here, "the link in " + assignment.source() + " may be left: " + e.what());
      }
    }
  }

  /** None of one that is not there, or whose sealed state cannot be read. */
  private static List<Assignment> assignments(AgentName agent, Assembly assembly)
      throws IOException {
    try {
      return assembly.state().manifest(agent).assignments();
    } catch (Failure e) {
      return List.of();
    }
  }
}
