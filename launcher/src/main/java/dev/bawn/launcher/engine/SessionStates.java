package dev.bawn.launcher.engine;

import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.launcher.record.SessionDirectory;
import dev.bawn.launcher.record.SessionFile;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * Determines the state of each session, no matter which {@link Engine} started it: each engine runs
 * sessions as processes of this machine. The states of an engine that does not are determined here,
 * too.
 *
 * @param proc the path of {@code /proc}
 */
public record SessionStates(Path proc) {

  /** The states of the sessions of the running system. */
  public static SessionStates on(SystemLayout layout) {
    return new SessionStates(layout.at("proc"));
  }

  /** The state of a session. */
  public SessionState of(SessionDirectory session) {
    Optional<Instant> since = SessionFile.time(session.started());
    if (since.isEmpty()) {
      return new SessionState.Prepared();
    }
    // a start empties this file before it writes its own PID
    String exit = SessionFile.line(session.exit());
    Optional<Instant> end = isStatus(exit) ? SessionFile.time(session.exit()) : Optional.empty();
    if (end.isPresent()) {
      return new SessionState.Ended(since.get(), end.get(), Integer.parseInt(exit));
    }
    ProcessMark starter = ProcessMark.of(SessionFile.line(session.started()));
    if (starter.lives(proc)) {
      return new SessionState.Running(starter.number(), since.get(), isPaused(session, starter));
    }
    Optional<ProcessMark> left = FirstProcess.of(session.inside(), starter, proc);
    return left.isPresent()
        ? new SessionState.Running(left.get().number(), since.get(), isPaused(session, starter))
        : new SessionState.Lost(since.get());
  }

  /** Tells whether this start of the session was paused. */
  static boolean isPaused(SessionDirectory session, ProcessMark starter) {
    return ProcessMark.in(session.paused()).isThatOf(starter);
  }

  private static boolean isStatus(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return !text.isEmpty() && text.length() <= 3;
  }
}
