package dev.bawn.launcher.record;

import java.nio.file.Path;
import java.time.Duration;
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
 *   <li>{@code mounts}: an empty directory, for mounts that only the session has;
 *   <li>{@code inside}: what bubblewrap says of the sandbox;
 *   <li>{@code kernel}: what the kernel told of the sandbox, see {@code KernelAnswer};
 *   <li>{@code lock}: held with flock(1) by the session's first process;
 *   <li>{@code log}: what the terminal of a background session showed, and {@code log.1}, what it
 *       showed before that, at most 32 MiB each;
 *   <li>{@code paused}: what {@code started} holds, once {@code bawn pause} stopped the session;
 *   <li>{@code review}: what was decided about its changes, see {@code DecisionFile};
 *   <li>{@code prompt.md}: the comments of a review, for the next session;
 *   <li>{@code identity}: the key with which the session signs commits, see {@code
 *       SessionIdentity};
 *   <li>{@code removed}: empty; there once the removal of the session has begun.
 * </ul>
 *
 * <p>Nothing in it can be written from inside of a session, which sees {@code identity} alone.
 *
 * @param name of the session
 * @param path of the directory
 */
public record SessionDirectory(SessionName name, Path path) {

  /** Within this time a start has begun, or has been given up. */
  private static final Duration SOON = Duration.ofSeconds(30);

  /** What was planned. */
  public Path plan() {
    return path.resolve("plan.json");
  }

  /** An empty directory: what is mounted before bubblewrap starts is mounted there. */
  public Path mounts() {
    return path.resolve("mounts");
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

  /** What bubblewrap wrote about the namespaces, the first process inside and the end. */
  public Path inside() {
    return path.resolve("inside");
  }

  /** What the kernel told of the sandbox when the command in it began. */
  public Path kernel() {
    return path.resolve("kernel");
  }

  /** What the terminal showed; what it showed before is beside it, with {@code .1} at the end. */
  public Path log() {
    return path.resolve("log");
  }

  /** Which start of it is paused. */
  public Path paused() {
    return path.resolve("paused");
  }

  /** The last file of the directory that is removed with the session. */
  public Path removed() {
    return path.resolve("removed");
  }

  /** Whether the removal of the session has begun: part of it may be missing. */
  public boolean isBeingRemoved() {
    return removed().toFile().exists();
  }

  /**
   * Whether the session was prepared and neither runs nor starts: a start takes the lock some
   * milliseconds later.
   *
   * @param now the time
   */
  public boolean neverBegan(Instant now) {
    Optional<Instant> made = SessionFile.time(path);
    return made.isPresent()
        && Duration.between(made.get(), now).compareTo(SOON) > 0
        && plan().toFile().isFile()
        && !isBeingRemoved()
        && !lock().toFile().exists()
        && !started().toFile().exists();
  }
}
