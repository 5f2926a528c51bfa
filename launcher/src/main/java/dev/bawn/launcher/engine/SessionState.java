package dev.bawn.launcher.engine;

import java.time.Instant;
import java.util.Optional;

/** The state of a session. */
public sealed interface SessionState {

  /**
   * A word that stays the same between versions: {@code prepared}, {@code running}, {@code ended}
   * or {@code interrupted}; of an agent {@code running} or {@code inactive}.
   */
  String word();

  /** The time of the last start or end; empty if the session never began. */
  Optional<Instant> last();

  /** Tells whether the session runs, or one of the sessions that change the work of an agent. */
  default boolean isRunning() {
    return this instanceof Running;
  }

  /** The session was never started. */
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
   * The session is running.
   *
   * @param pid the process that started it, or the first one in the session if that one was killed
   * @param since the time of the start
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
   * @param isRunning whether one of them is running
   * @param last the time of the agent's last activity
   */
  record OfAgent(boolean isRunning, Optional<Instant> last) implements SessionState {
    @Override
    public String word() {
      return isRunning ? "running" : "inactive";
    }
  }

  /**
   * The command ended.
   *
   * @param since the time of the start
   * @param at the time of the end
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
   * The session was killed before its end could be written down: by a signal, by the loss of its
   * terminal, or with the machine.
   *
   * @param since the time of the start
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
