package dev.bawn.admin.agent;

import dev.bawn.contract.agent.Execution;
import dev.bawn.contract.agent.Limits;
import dev.bawn.contract.agent.Pin;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The request of {@code reseal}.
 *
 * @param pin the reaction to a changed program; empty to keep it
 * @param execution which files may be executed; empty to keep it
 * @param limits computes the new limits from the current ones
 * @param identity whether the agent gets or loses a key for commits
 */
public record ResealRequest(
    Optional<Pin> pin,
    Optional<Execution> execution,
    UnaryOperator<Limits> limits,
    IdentityChange identity) {}
