package dev.bawn.contract.trust;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Uid;
import java.util.Optional;

/**
 * The agent to verify, and the user who asks.
 *
 * @param agent whose chain
 * @param caller who asks: an operator of the agent, or root
 * @param latestSeen the latest state that the caller has seen of this agent, if any
 * @param depth how closely it is looked at
 */
public record Request(AgentName agent, Uid caller, Optional<SeenState> latestSeen, Depth depth) {}
