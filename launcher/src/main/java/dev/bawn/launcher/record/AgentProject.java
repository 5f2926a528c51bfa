package dev.bawn.launcher.record;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.ProjectId;

/**
 * The agent of a session in the background, and the project on which it works.
 *
 * @param agent the agent
 * @param project the id of the project
 */
public record AgentProject(AgentName agent, ProjectId project) {

  /** Both, as arguments of a command. */
  public String words() {
    return agent + " " + project;
  }
}
