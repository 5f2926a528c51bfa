package dev.bawn.admin.audit;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Serial;
import dev.bawn.contract.agent.Uid;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A line of the journal: an act of root's as it began, or as it ended.
 *
 * @param id tells this act from every other: its two lines have the same
 * @param time when the line was written
 * @param by who ran sudo, or root itself
 * @param argv what was typed after the program's name
 * @param agent the agent that it was about, if it was about one
 * @param serial of that agent's sealed state afterwards, if it has one
 * @param result how it ended, or that it had only begun
 * @param reason why it was refused or failed, else empty
 */
public record Act(
    String id,
    Instant time,
    Uid by,
    List<String> argv,
    Optional<AgentName> agent,
    Optional<Serial> serial,
    Result result,
    String reason) {

  public Act {
    argv = List.copyOf(argv);
  }

  /** The same act, ended. */
  Act ended(
      Instant when, Optional<AgentName> about, Optional<Serial> after, Result how, String why) {
    return new Act(id, when, by, argv, about, after, how, why);
  }
}
