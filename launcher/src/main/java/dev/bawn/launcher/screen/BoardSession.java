package dev.bawn.launcher.screen;

import dev.bawn.launcher.transcript.TokenCount;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * A session on the board. All texts are harmless.
 *
 * @param name as commands take it
 * @param status a word, with the exit status of one that ended
 * @param urgency where it stands: what waits for the user comes first
 * @param tool what runs in it
 * @param project where it works; empty for none
 * @param tags each {@code KEY=VALUE}, with blanks between them
 * @param last when it began, or ended
 * @param processor percent of one processor since the last look
 * @param memory bytes
 * @param changes how many files changed; empty where that is not known
 * @param tokens that it used, where they are known
 * @param isBackground whether it runs in a terminal that can be shown
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
    boolean isBackground) {

  /** What a session wants from the user, the most urgent first. */
  public enum Urgency {
    WAITS,
    IDLE,
    WORKS,
    PAUSED,
    FAILED,
    ENDED
  }

  /** Whether it runs, paused or not. */
  public boolean isRunning() {
    return urgency.compareTo(Urgency.PAUSED) <= 0;
  }
}
