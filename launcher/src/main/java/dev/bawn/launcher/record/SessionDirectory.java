package dev.bawn.launcher.record;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The directory of a session, 0700. It contains
 *
 * <ul>
 *   <li>{@code plan.json}: the plan, see {@link SessionRecord};
 *   <li>{@code started}: the PID of the session's process, a space and the start time of that
 *       process, in clock ticks since boot (see proc_pid_stat(5)); its modification time is that of
 *       the start;
 *   <li>{@code exit}: the exit status; empty while the session is running; its modification time is
 *       that of the end;
 *   <li>{@code mounts}: an empty directory, for mounts that only the session has;
 *   <li>{@code inside}: bubblewrap's data about the sandbox;
 *   <li>{@code kernel}: the kernel's data about the sandbox, see {@code KernelAnswer};
 *   <li>{@code lock}: held with flock(1) by the session's first process;
 *   <li>{@code log}: the output of a background session's terminal, and {@code log.1}, the older
 *       output, at most 32 MiB each;
 *   <li>{@code paused}: the content of {@code started}, once {@code bawn pause} stopped the
 *       session;
 *   <li>{@code review}: the decisions about its changes, see {@code DecisionFile};
 *   <li>{@code identity}: the key with which the session signs commits, see {@code
 *       SessionIdentity};
 *   <li>{@code etc}: generated files of the session's {@code /etc}, see {@code SessionEtc};
 *   <li>{@code ssh}: the socket of the session's ssh-agent, see {@code libexec/ssh-keys};
 *   <li>{@code masks} and {@code repository}: layers over the project, for a session that only
 *       reads it;
 *   <li>{@code removed}: empty; exists once the removal of the session has begun.
 * </ul>
 *
 * <p>A session can write none of these files. It sees {@code etc}, {@code identity}, {@code ssh}
 * and the layers only. {@code SessionCopy} names the files that a copy does not get.
 *
 * @param name of the session
 * @param path of the directory
 */
public record SessionDirectory(SessionName name, Path path) {

  /** The time after which a start has begun, or was given up. */
  private static final Duration SOON = Duration.ofSeconds(30);

  /** The plan. */
  public Path plan() {
    return path.resolve("plan.json");
  }

  /** An empty directory for overlays that are mounted before bubblewrap starts. */
  public Path mounts() {
    return path.resolve("mounts");
  }

  /** The PID and start time of the session's process. */
  public Path started() {
    return path.resolve("started");
  }

  /** The exit status; its modification time is that of the end. */
  public Path exit() {
    return path.resolve("exit");
  }

  /** The lock, held while the session is running. */
  public Path lock() {
    return path.resolve("lock");
  }

  /** bubblewrap's data about the namespaces, the first process in the session and the end. */
  public Path inside() {
    return path.resolve("inside");
  }

  /** The kernel's data about the sandbox when its command began. */
  public Path kernel() {
    return path.resolve("kernel");
  }

  /** The output of the terminal; the older output is beside it, with {@code .1} at the end. */
  public Path log() {
    return path.resolve("log");
  }

  /** Generated files of the session's {@code /etc}. */
  public Path etc() {
    return path.resolve("etc");
  }

  /** The directory for the socket of the session's ssh-agent. */
  public Path ssh() {
    return path.resolve("ssh");
  }

  /** The mark of the start that is paused. */
  public Path paused() {
    return path.resolve("paused");
  }

  /** The mark of a removal, the last file of the directory to be removed. */
  public Path removed() {
    return path.resolve("removed");
  }

  /** Tells whether the removal of the session has begun: part of it may be missing. */
  public boolean isBeingRemoved() {
    return removed().toFile().exists();
  }

  /** Tells whether the session was started at least once. */
  public boolean hasBegun() {
    return started().toFile().exists();
  }

  /**
   * Tells whether the session was prepared and neither runs nor is being started: a start takes the
   * lock some milliseconds later.
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
        && !hasBegun();
  }
}
