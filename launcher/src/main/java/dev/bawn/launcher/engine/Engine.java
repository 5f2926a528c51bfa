package dev.bawn.launcher.engine;

import dev.bawn.launcher.plan.StartPlan;

/**
 * Runs sessions: {@link LocalEngine} in the caller's terminal, {@link TmuxEngine} in the
 * background, {@link ChildEngine} as a child of the launcher.
 */
public interface Engine {

  /**
   * Starts the planned session. An engine may return before the program runs, and does not report
   * its end: see {@link SessionStates}.
   *
   * @throws java.io.UncheckedIOException if nothing was started
   */
  void start(StartPlan plan);

  /** The process that becomes the session: the leases of the session name this process. */
  ProcessMark process();

  /** Tells whether a log keeps the output of the session's terminal. */
  boolean keepsLog();

  /**
   * Tells whether a session runs at the caller's terminal, where messages at its end are visible.
   */
  boolean isAtTerminal();
}
