package dev.bawn.admin.cli;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.failure.Failure;
import java.io.IOException;

/** Removes the links that {@code assign --link} created in projects. */
final class ProjectLinks {

  private ProjectLinks() {}

  /**
   * Removes the links of an agent that is to be deleted. The agent must still exist, so that the
   * command can be repeated after an interruption.
   */
  static void remove(AgentName agent, Surroundings here) throws IOException {
    for (Assignment assignment : new Assembly(here).assignments(agent)) {
      remove(agent, assignment, here);
    }
  }

  /**
   * Removes a link with the rights of the project's owner. The caller must not hold the lock of the
   * policies. A failure, for example because the owner's account was removed, is reported and
   * prevents no change: the owner could cause it at any time, and a link that is left leads
   * nowhere.
   */
  static void remove(AgentName agent, Assignment assignment, Surroundings here) throws IOException {
    try {
      new Assembly(here).mirrors().unlink(agent, assignment);
    } catch (Failure e) {
      Messages.say(
          here,
          "if 'assign --link' created "
              + assignment.source()
              + "/.scratch/reviews/"
              + agent
              + ", it may still exist: "
              + e.what());
    }
  }
}
