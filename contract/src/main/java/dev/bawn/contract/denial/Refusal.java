package dev.bawn.contract.denial;

import dev.bawn.contract.agent.CommandName;
import java.time.Instant;
import java.util.Optional;

/**
 * One thing that was refused to one program, however often. What stands in its texts was chosen by
 * the agent: show it through {@code Printable}.
 *
 * @param what was refused, in words, as after "may not"
 * @param program which program of the agent's tried, by the name that it gave itself
 * @param times how often
 * @param first when first
 * @param last when last
 * @param command the command of the allowlist that would allow it, where one would
 */
public record Refusal(
    String what,
    String program,
    int times,
    Instant first,
    Instant last,
    Optional<CommandName> command) {

  /** The same, once more. */
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
