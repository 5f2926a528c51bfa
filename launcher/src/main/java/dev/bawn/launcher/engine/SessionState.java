package dev.bawn.launcher.engine;

import java.time.Instant;
import java.util.Optional;

/** What has become of a session. */
public sealed interface SessionState {

  /**
   * One word, stable: {@code prepared}, {@code running}, {@code ended} or {@code lost}; of an agent
   * {@code running} or {@code inactive}.
   */
  String word();

  /** When it last began or ended; nothing if it never began. */
  Optional<Instant> last();

  /** It was never started. */
  record Prepared() implements SessionState {
    @Override
    public String word() {
      return "prepared";
    }

    @Override
    public Optional<Instant> last() {
      return Optional.empty();
    }
  }

  /**
   * It runs.
   *
   * @param pid the process that started it, or the first one inside where that one was killed
   * @param since when it began
   * @param isPaused whether {@code bawn pause} stopped it
   */
  record Running(long pid, Instant since, boolean isPaused) implements SessionState {
    @Override
    public String word() {
      return "running";
    }

    @Override
    public Optional<Instant> last() {
      return Optional.of(since);
    }
  }

  /**
   * The work of an agent, which many sessions change, one after the other.
   *
   * @param isRunning whether one of them runs
   * @param last when the agent was active last
   */
  record OfAgent(boolean isRunning, Optional<Instant> last) implements SessionState {
    @Override
    public String word() {
      return isRunning ? "running" : "inactive";
    }
  }

  /**
   * It ended by itself.
   *
   * @param since when it began
   * @param at when it ended
   * @param status its exit status
   */
  record Ended(Instant since, Instant at, int status) implements SessionState {
    @Override
    public String word() {
      return "ended";
    }

    @Override
    public Optional<Instant> last() {
      return Optional.of(at);
    }
  }

  /**
   * It was killed before its end could be written down: by a signal, by a terminal that went away,
   * or with the machine.
   *
   * @param since when it began
   */
  record Lost(Instant since) implements SessionState {
    @Override
    public String word() {
      return "interrupted";
    }

    @Override
    public Optional<Instant> last() {
      return Optional.of(since);
    }
  }
}
