package dev.bawn.contract.trust;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Uid;
import java.util.Optional;

/**
 * The agent to verify, and the user who requests it.
 *
 * @param agent the agent
 * @param caller an operator of the agent, or root
 * @param latestSeen the latest policy that the caller has seen of this agent, if any
 * @param depth of the verification
 */
public record Request(AgentName agent, Uid caller, Optional<SeenState> latestSeen, Depth depth) {}
