package dev.bawn.admin.audit;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Serial;
import dev.bawn.contract.agent.Uid;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A line of the journal: a command that began, or that ended.
 *
 * @param id identifies the command: both of its lines have the same
 * @param time the time when the line was written
 * @param by the user who ran sudo, or root
 * @param argv the arguments after the program's name
 * @param agent the agent of the command, if any
 * @param serial the serial of that agent's policy afterwards, if it has one
 * @param result the result, or that the command has begun
 * @param reason why it was refused or failed; otherwise empty
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

  /** Returns this act with its result. */
  Act ended(
      Instant when, Optional<AgentName> about, Optional<Serial> after, Result how, String why) {
    return new Act(id, when, by, argv, about, after, how, why);
  }
}
