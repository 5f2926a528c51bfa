package dev.bawn.launcher.engine;

import dev.bawn.launcher.plan.StartPlan;
import dev.bawn.launcher.record.SessionDirectory;

/**
 * Runs sessions. Another engine could run them in the background, on another machine, or as jobs of
 * a scheduler.
 */
public interface Engine {

  /**
   * Starts what was planned. An engine may return before the program runs, and says nothing of its
   * end: {@link #state} does.
   *
   * @throws java.io.UncheckedIOException if nothing was started
   */
  void start(StartPlan plan);

  /**
   * The process that becomes the session: what is taken for a session is taken for this process.
   */
  ProcessMark process();

  /** Whether what the session's terminal shows is kept in a log. */
  boolean keepsLog();

  /** Whether a session runs at the caller's terminal, where its end can be told. */
  boolean isAtTerminal();

  /** What has become of a session, however it was started. */
  SessionState state(SessionDirectory session);
}
