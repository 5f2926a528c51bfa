package dev.bawn.launcher.session;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * The directory of a session, 0700. It holds
 *
 * <ul>
 *   <li>{@code plan.json}: what was planned, see {@link SessionRecord};
 *   <li>{@code started}: the number of the process that the session is, a space and when that
 *       process began, in clock ticks since boot (see proc_pid_stat(5)); its own time is that of
 *       the start;
 *   <li>{@code exit}: the exit status; empty while the session runs; its own time is that of the
 *       end;
 *   <li>{@code lock}: held with flock(1) by the session's first process.
 * </ul>
 *
 * <p>Nothing in it can be seen or written from inside of a session.
 *
 * @param name of the session
 * @param path of the directory
 */
public record SessionDirectory(SessionName name, Path path) {

  /** What is read here has a line, and a name in it. */
  private static final int LARGEST = 4096;

  /** What was planned. */
  public Path plan() {
    return path.resolve("plan.json");
  }

  /** Who runs, since when. */
  public Path started() {
    return path.resolve("started");
  }

  /** How it ended, when. */
  public Path exit() {
    return path.resolve("exit");
  }

  /** Held as long as it runs. */
  public Path lock() {
    return path.resolve("lock");
  }

  /**
   * What has become of the session.
   *
   * @param proc where {@code /proc} is
   */
  public SessionState state(Path proc) {
    Optional<String> process = text(started());
    if (process.isEmpty()) {
      return new SessionState.Prepared();
    }
    Instant since = time(started());
    ProcessMark mark = ProcessMark.of(process.get());
    if (mark.lives(proc)) {
      return new SessionState.Running(mark.number(), since);
    }
    String status = text(exit()).orElse("").strip();
    return isStatus(status)
        ? new SessionState.Ended(since, time(exit()), Integer.parseInt(status))
        : new SessionState.Lost(since);
  }

  private static boolean isStatus(String text) {
    return !text.isEmpty() && text.length() <= 3 && text.chars().allMatch(Character::isDigit);
  }

  private static Optional<String> text(Path file) {
    try {
      byte[] bytes = KeptFile.read(file, LARGEST);
      return Optional.of(new String(bytes, StandardCharsets.ISO_8859_1));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      // a process that ends while it is looked at, or a file damaged by hand
      return Optional.of("");
    }
  }

  private static Instant time(Path file) {
    try {
      return Files.getLastModifiedTime(file).toInstant();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
