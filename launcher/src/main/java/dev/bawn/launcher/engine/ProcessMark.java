package dev.bawn.launcher.engine;

import dev.bawn.contract.process.ProcessEntry;
import dev.bawn.launcher.linux.PidFd;
import dev.bawn.launcher.record.SessionFile;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The identity of a process, which a session writes down: its PID, a space and its start time in
 * clock ticks since boot (see proc_pid_stat(5)), since the kernel reuses PIDs.
 *
 * @param pid the PID
 * @param begun the ticks
 */
public record ProcessMark(String pid, String begun) {

  /** The most digits that fit a long. */
  private static final int LONGEST = 18;

  /** Parses a mark. An invalid text yields the mark of a process that never lives. */
  static ProcessMark of(String text) {
    int space = text.indexOf(' ');
    return space < 0
        ? new ProcessMark("", "")
        : new ProcessMark(text.substring(0, space), text.substring(space + 1).strip());
  }

  /**
   * The mark of this process's parent: the start stub, which becomes the session.
   *
   * @param proc the path of {@code /proc}
   */
  static ProcessMark ofStub(Path proc) {
    String pid = new ProcessEntry(proc.resolve("self")).stat().parent();
    return isNumber(pid) ? new ProcessMark(pid, begun(proc, pid)) : of("");
  }

  /**
   * The mark of a process.
   *
   * @param proc the path of {@code /proc}
   * @param pid its name there
   * @return empty if it does not exist, or has ended
   */
  static Optional<ProcessMark> at(Path proc, String pid) {
    String begun = isNumber(pid) ? begun(proc, pid) : "";
    return begun.isEmpty() ? Optional.empty() : Optional.of(new ProcessMark(pid, begun));
  }

  /** The mark of a process with this PID and start time; empty if one of them is not a number. */
  static Optional<ProcessMark> of(String pid, String begun) {
    return isNumber(pid) && isNumber(begun)
        ? Optional.of(new ProcessMark(pid, begun))
        : Optional.empty();
  }

  /** The mark in a file. */
  static ProcessMark in(Path file) {
    return of(SessionFile.line(file));
  }

  /** The PID as a number; valid only if the process lives. */
  long number() {
    return Long.parseLong(pid);
  }

  /**
   * Tells whether this process is alive.
   *
   * @param proc the path of {@code /proc}
   */
  boolean lives(Path proc) {
    if (!isNumber(pid) || !isNumber(begun)) {
      return false;
    }
    return begun(proc, pid).equals(begun);
  }

  /**
   * Sends a signal. The process is first opened and then compared again, since its PID may belong
   * to another process by now.
   *
   * @param proc the path of {@code /proc}
   */
  void send(int signal, Path proc) {
    Optional<PidFd> opened = PidFd.open(number());
    if (opened.isPresent()) {
      try (PidFd process = opened.get()) {
        if (lives(proc)) {
          process.send(signal);
        }
      }
    }
  }

  /** Tells whether the process began at the same time as another one, or later. */
  boolean beganSince(ProcessMark other) {
    return isNumber(other.begun) && Long.parseLong(begun) >= Long.parseLong(other.begun);
  }

  /**
   * Tells whether both marks are equal. Written out, since the generated equals of a record costs a
   * start 8 ms.
   */
  boolean isThatOf(ProcessMark other) {
    return pid.equals(other.pid) && begun.equals(other.begun);
  }

  /** The text of it. */
  String text() {
    return pid + " " + begun + "\n";
  }

  private static String begun(Path proc, String pid) {
    return new ProcessEntry(proc.resolve(pid)).stat().begun();
  }

  private static boolean isNumber(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return !text.isEmpty() && text.length() <= LONGEST;
  }
}
