package dev.bawn.launcher.engine;

import dev.bawn.launcher.record.KeptFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What a session writes down to say which process it is: a number, a space and when that process
 * began, in clock ticks since boot (see proc_pid_stat(5)), since a number may be another's one day.
 *
 * @param pid the number
 * @param begun the ticks
 */
record ProcessMark(String pid, String begun) {

  /** Where the ticks stand, counted from the field after the name. */
  private static final int BEGUN = 19;

  /** Where the number of the parent stands, counted so. */
  private static final int PARENT = 1;

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
    String[] own = fields(proc.resolve("self"));
    String pid = own.length > PARENT ? own[PARENT] : "";
    return isNumber(pid) ? new ProcessMark(pid, begun(proc.resolve(pid))) : of("");
  }

  /**
   * That of a process.
   *
   * @param proc where {@code /proc} is
   * @param pid its name there
   * @return nothing if it is none, or has ended
   */
  static Optional<ProcessMark> at(Path proc, String pid) {
    String begun = isNumber(pid) ? begun(proc.resolve(pid)) : "";
    return begun.isEmpty() ? Optional.empty() : Optional.of(new ProcessMark(pid, begun));
  }

  /**
   * The PID of a process's parent; 0 where it has none, or has ended.
   *
   * @param process its directory
   */
  static long parent(Path process) {
    String[] fields = fields(process);
    return fields.length > PARENT && isNumber(fields[PARENT]) ? Long.parseLong(fields[PARENT]) : 0;
  }

  /** The mark that a file holds. */
  static ProcessMark in(Path file) {
    return of(KeptFile.line(file));
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
    return begun(proc.resolve(pid)).equals(begun);
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

  private static String begun(Path process) {
    String[] fields = fields(process);
    return fields.length > BEGUN ? fields[BEGUN] : "";
  }

  private static String[] fields(Path process) {
    // the name before them stands in parentheses and may hold anything
    String stat = text(process.resolve("stat"));
    return stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
  }

  private static boolean isNumber(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return !text.isEmpty() && text.length() <= LONGEST;
  }

  /** Empty where there is nothing, as for a process that has ended. */
  private static String text(Path file) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return "";
    }
  }
}
