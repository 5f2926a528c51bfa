package dev.bawn.launcher.engine;

import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.launcher.plan.StartPlan;
import dev.bawn.launcher.record.SessionDirectory;
import dev.bawn.launcher.record.SessionFile;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * Runs a session in the caller's terminal: the start stub, from which the launcher was started,
 * becomes the session. After it wrote the plan, the launcher ends.
 *
 * @param proc the path of {@code /proc}
 * @param stub the file from which the stub reads the plan
 */
public record LocalEngine(Path proc, Path stub) implements Engine {

  /** The engine of the running system. The stub reads from file descriptor 3 of this process. */
  public static LocalEngine on(SystemLayout layout) {
    return new LocalEngine(layout.at("proc"), Path.of("/proc/self/fd/3"));
  }

  @Override
  public void start(StartPlan plan) {
    Handover.write(plan, plan.argv(), stub);
  }

  @Override
  public ProcessMark process() {
    return ProcessMark.ofStub(proc);
  }

  @Override
  public boolean keepsLog() {
    return false;
  }

  @Override
  public boolean isAtTerminal() {
    return true;
  }

  @Override
  public SessionState state(SessionDirectory session) {
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
