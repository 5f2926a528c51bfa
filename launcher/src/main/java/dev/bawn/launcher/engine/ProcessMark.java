package dev.bawn.launcher.engine;

import dev.bawn.contract.process.ProcessEntry;
import dev.bawn.launcher.linux.PidFd;
import dev.bawn.launcher.record.SessionFile;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What a session writes down to say which process it is: a number, a space and when that process
 * began, in clock ticks since boot (see proc_pid_stat(5)), since a number may be another's one day.
 *
 * @param pid the number
 * @param begun the ticks
 */
public record ProcessMark(String pid, String begun) {

  /** Digits that a long can hold. */
  private static final int LONGEST = 18;

  /** Takes a mark apart. Whatever is no mark is that of a process that never lives. */
  static ProcessMark of(String text) {
    int space = text.indexOf(' ');
    return space < 0
        ? new ProcessMark("", "")
        : new ProcessMark(text.substring(0, space), text.substring(space + 1).strip());
  }

  /**
   * That of the process that started this one: the start stub, which becomes the session.
   *
   * @param proc where {@code /proc} is
   */
  static ProcessMark ofStub(Path proc) {
    String pid = new ProcessEntry(proc.resolve("self")).stat().parent();
    return isNumber(pid) ? new ProcessMark(pid, begun(proc, pid)) : of("");
  }

  /**
   * That of a process.
   *
   * @param proc where {@code /proc} is
   * @param pid its name there
   * @return nothing if it is none, or has ended
   */
  static Optional<ProcessMark> at(Path proc, String pid) {
    String begun = isNumber(pid) ? begun(proc, pid) : "";
    return begun.isEmpty() ? Optional.empty() : Optional.of(new ProcessMark(pid, begun));
  }

  /** The mark of a process with this PID and start time; nothing where one is no number. */
  static Optional<ProcessMark> of(String pid, String begun) {
    return isNumber(pid) && isNumber(begun)
        ? Optional.of(new ProcessMark(pid, begun))
        : Optional.empty();
  }

  /** The mark that a file holds. */
  static ProcessMark in(Path file) {
    return of(SessionFile.line(file));
  }

  /** The number, which is one where the process lives. */
  long number() {
    return Long.parseLong(pid);
  }

  /**
   * Whether that very process lives.
   *
   * @param proc where {@code /proc} is
   */
  boolean lives(Path proc) {
    if (!isNumber(pid) || !isNumber(begun)) {
      return false;
    }
    return begun(proc, pid).equals(begun);
  }

  /**
   * Sends it a signal. Its PID may have become another process's since it was found, until it is
   * held open.
   *
   * @param proc where {@code /proc} is
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

  /** Whether it began when the other process had begun. */
  boolean beganSince(ProcessMark other) {
    return isNumber(other.begun) && Long.parseLong(begun) >= Long.parseLong(other.begun);
  }

  /** Spelled out: what a record compares by itself costs a start 8 ms. */
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
