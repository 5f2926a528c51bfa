package dev.bawn.contract.trust;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.ProjectId;
import dev.bawn.contract.agent.Uid;
import java.util.Optional;

/**
 * What is to be checked, and for whom.
 *
 * @param agent whose chain
 * @param caller who asks: an operator of the agent, or root
 * @param latestSeen the latest state that the caller has seen of this agent, if any
 * @param project the project to be started on; absent when the agent as such is checked
 * @param depth how closely it is looked at
 */
public record Request(
    AgentName agent,
    Uid caller,
    Optional<Seen> latestSeen,
    Optional<ProjectId> project,
    Depth depth) {

  /** A request before a start. */
  public Request(
      AgentName agent, Uid caller, Optional<Seen> latestSeen, Optional<ProjectId> project) {
    this(agent, caller, latestSeen, project, Depth.START);
  }

  /** The same, looked at as a whole. */
  public Request whole() {
    return new Request(agent, caller, latestSeen, project, Depth.WHOLE);
  }
}
