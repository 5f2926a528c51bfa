package dev.bawn.launcher.cli;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Serial;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.failure.BrokenLink;
import dev.bawn.contract.failure.Failure;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.trust.Depth;
import dev.bawn.contract.trust.Finding;
import dev.bawn.contract.trust.Verified;
import dev.bawn.launcher.agent.RunningSessions;
import dev.bawn.launcher.agent.RunningSessions.Observed;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The verification of one agent: the links up to the first broken one, and, if none is broken, the
 * processes of its running sessions.
 *
 * @param agent the agent
 * @param serial of the signed policy, if its links are valid
 * @param findings the valid links
 * @param broken the first broken link
 * @param processes the processes in the sandbox
 */
record Verification(
    AgentName agent,
    Optional<Serial> serial,
    List<Finding> findings,
    Optional<BrokenLink> broken,
    List<Observed> processes) {

  /** Verifies an agent. */
  static Verification of(AgentName agent, CommandContext context, Surroundings here) {
    List<Finding> findings = new ArrayList<>();
    try {
      Verified verified = context.check(agent, Depth.WHOLE, here, findings::add);
      return new Verification(
          agent,
          Optional.of(verified.manifest().serial()),
          findings,
          Optional.empty(),
          new RunningSessions(context.layout()).of(verified.manifest()));
    } catch (BrokenLink link) {
      return new Verification(agent, Optional.empty(), findings, Optional.of(link), List.of());
    }
  }

  /** The first failure. */
  Optional<Failure> failure() {
    return broken
        .<Failure>map(link -> link)
        .or(() ->
            processes.stream()
                .filter(observed -> observed.gap().isPresent())
                .findFirst()
                .map(this::notConfined));
  }

  private Failure notConfined(Observed observed) {
    return new Refused(
        "process "
            + observed.process().pid()
            + " of "
            + agent
            + " is not confined as signed: "
            + observed.gap().orElseThrow(),
        "end the sessions of " + agent + ", then: sudo bawn-admin verify " + agent);
  }
}
