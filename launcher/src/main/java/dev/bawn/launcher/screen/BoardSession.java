package dev.bawn.launcher.screen;

import dev.bawn.launcher.transcript.TokenCount;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * A session on the board. All texts are safe to display.
 *
 * @param name as commands take it
 * @param status a word, with the exit status of an ended session
 * @param urgency how much the session needs the user
 * @param tool the program in the session
 * @param project the project; empty for none
 * @param tags each {@code KEY=VALUE}, separated by blanks
 * @param last the time of the start, or of the end
 * @param processor percent of one processor since the last reading
 * @param memory bytes
 * @param changes the number of changed files; empty if it is not known
 * @param tokens the used tokens, if they are known
 * @param isIntact whether bawn can read its files
 * @param isBackground whether the session has a terminal that can be displayed
 */
public record BoardSession(
    String name,
    String status,
    Urgency urgency,
    String tool,
    String project,
    String tags,
    Optional<Instant> last,
    OptionalDouble processor,
    OptionalLong memory,
    String changes,
    Optional<TokenCount> tokens,
    boolean isIntact,
    boolean isBackground) {

  /** How much a session needs the user, the most urgent first. */
  public enum Urgency {
    WAITS,
    IDLE,
    WORKS,
    PAUSED,
    FAILED,
    ENDED
  }

  /** Tells whether the session is running or paused. */
  public boolean isRunning() {
    return urgency.compareTo(Urgency.PAUSED) <= 0;
  }

  /** The next step for a session that does not run. */
  String nextStep() {
    return isIntact ? "R starts it again" : "see: bawn info " + name;
  }
}
