package dev.bawn.contract.denial;

import dev.bawn.contract.agent.CommandName;
import java.time.Instant;
import java.util.Optional;

/**
 * A denial of one operation to one program, with the number of times. The agent chose its texts:
 * print them through {@code Printable}.
 *
 * @param what the operation in words, as after "may not"
 * @param program the agent's program, by the name that it gave itself
 * @param times the number of times
 * @param first the time of the first
 * @param last the time of the last
 * @param command the command of the allowlist that would allow it, if there is one
 */
public record Refusal(
    String what,
    String program,
    int times,
    Instant first,
    Instant last,
    Optional<CommandName> command) {

  /** This denial, once more at a time. */
  Refusal again(Instant when) {
    return new Refusal(
        what,
        program,
        times + 1,
        when.isBefore(first) ? when : first,
        when.isAfter(last) ? when : last,
        command);
  }
}
