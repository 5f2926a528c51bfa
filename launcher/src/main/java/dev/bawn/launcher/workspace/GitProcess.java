package dev.bawn.launcher.workspace;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.linux.ProcessWork;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A git process without the configuration of the user or the machine. Most commands use a directory
 * of bawn as the git directory: it has no configuration, no hooks, no references and no remotes,
 * and those of the project are never read. Only the objects are the project's.
 *
 * <p>A session may have written a repository with a pipe instead of a file, for which git would
 * wait forever. So bawn waits for git only through this class, which ends git when it makes no
 * progress for some seconds.
 */
public final class GitProcess implements AutoCloseable {

  static final String GIT = "/usr/bin/git";

  /**
   * The program that limits git's memory: a few bytes of a pack can become an object of any size,
   * which git holds as a whole; see prlimit(1).
   */
  private static final String LIMIT = "/usr/bin/prlimit";

  private static final String MEMORY = "--data=" + (2L << 30);

  /** The time without progress after which git is ended; a cold disk takes some. */
  private static final Duration MOST_IDLE = Duration.ofSeconds(10);

  /** The time between checks whether the thread that waits was interrupted. */
  private static final Duration CHECK = Duration.ofSeconds(1);

  /** Above the status of each failure of git; Java adds the number of a signal to it. */
  private static final int BY_SIGNAL = 128;

  /**
   * The most time in which the caller waits for one command. A pack of 1 GiB can become objects of
   * 1 TiB.
   */
  private static final Duration MOST = Duration.ofMinutes(10);

  private static final int LONGEST_SAID = 1 << 14;

  private static final Map<String, String> ENVIRONMENT =
      Map.ofEntries(
          Map.entry("PATH", "/usr/bin:/bin"),
          Map.entry("HOME", "/nonexistent"),
          Map.entry("LC_ALL", "C"),
          Map.entry("GIT_CONFIG_NOSYSTEM", "1"),
          Map.entry("GIT_CONFIG_GLOBAL", "/dev/null"),
          Map.entry("GIT_ATTR_NOSYSTEM", "1"),
          Map.entry("GIT_NO_REPLACE_OBJECTS", "1"),
          Map.entry("GIT_NO_LAZY_FETCH", "1"),
          Map.entry("GIT_TERMINAL_PROMPT", "0"),
          // git's configuration could otherwise permit a protocol that runs a command
          Map.entry("GIT_ALLOW_PROTOCOL", "file"),
          Map.entry("GIT_OPTIONAL_LOCKS", "0"),
          // git writes the name into the log of a reference; otherwise a session could choose it
          Map.entry("GIT_COMMITTER_NAME", "bawn"),
          Map.entry("GIT_COMMITTER_EMAIL", "bawn@localhost"));

  /** The variables by which git finds the settings of the user and of the machine, or has them. */
  private static final Pattern CONFIGURATION =
      Pattern.compile("HOME|XDG_CONFIG_HOME|GIT_CONFIG_.+");

  private final Process process;
  private final Duration mostIdle;
  private final Duration most;

  /** The time at which the caller began to wait. */
  private volatile Instant awaitedSince = Instant.MAX;

  /** The time in which the caller waited before: also a pipe that git reads slowly takes time. */
  private volatile Duration awaited = Duration.ZERO;

  private volatile boolean isIdle;

  private volatile boolean isLate;

  private volatile boolean isClosed;

  /** The thread that waits; null between its waits. */
  private volatile Thread waiting;

  private volatile boolean isInterrupted;

  private GitProcess(Process process, Duration mostIdle, Duration most) {
    this.process = process;
    this.mostIdle = mostIdle;
    this.most = most;
  }

  /**
   * The failure that git reported: its first error, or else its last line.
   *
   * @param errors the file with its standard error
   */
  static String said(Path errors) throws IOException {
    try (InputStream in = Files.newInputStream(errors)) {
      List<String> lines =
          new String(in.readNBytes(LONGEST_SAID), StandardCharsets.UTF_8).lines().toList();
      return lines.stream()
          .filter(line -> line.startsWith("fatal: ") || line.startsWith("error"))
          .findFirst()
          .orElse(lines.isEmpty() ? "" : lines.getLast());
    }
  }

  /** Tells whether git is installed. */
  public static boolean isInstalled() {
    return Files.isExecutable(Path.of(GIT));
  }

  /**
   * Starts git. Errors are not printed.
   *
   * @param directory the git directory
   * @param objects the project's
   */
  public static GitProcess start(Path directory, Path objects, List<String> words)
      throws IOException {
    return start(directory, objects, words, Redirect.DISCARD);
  }

  /**
   * Starts git.
   *
   * @param errors the destination of its standard error
   * @throws Refused if git is not installed
   */
  public static GitProcess start(Path directory, Path objects, List<String> words, Redirect errors)
      throws IOException {
    ProcessBuilder git = prepared(directory, words, errors);
    git.environment().put("GIT_DIR", directory.toString());
    git.environment().put("GIT_OBJECT_DIRECTORY", objects.toString());
    return watched(git);
  }

  /**
   * Starts {@code git config} outside of all repositories.
   *
   * @param isOfUser whether it reads the settings of the user and of the machine
   */
  static GitProcess config(List<String> words, boolean isOfUser) throws IOException {
    ProcessBuilder git = prepared(Path.of("/"), words, Redirect.DISCARD);
    git.environment().put("GIT_DIR", "/nonexistent");
    if (isOfUser) {
      git.environment().keySet().removeIf(CONFIGURATION.asMatchPredicate());
      System.getenv()
          .forEach((name, value) -> {
            if (CONFIGURATION.matcher(name).matches()) {
              git.environment().put(name, value);
            }
          });
    }
    return watched(git);
  }

  /**
   * @throws Refused if git is not installed
   */
  static void requireInstalled() {
    if (!isInstalled()) {
      throw new Refused(
          "git is not installed, and bawn reads commits with it", "install the package git");
    }
  }

  private static ProcessBuilder prepared(Path directory, List<String> words, Redirect errors) {
    requireInstalled();
    List<String> command = new ArrayList<>(List.of(LIMIT, MEMORY, GIT, "--literal-pathspecs"));
    command.addAll(words);
    ProcessBuilder git =
        new ProcessBuilder(command).directory(directory.toFile()).redirectError(errors);
    git.environment().clear();
    git.environment().putAll(ENVIRONMENT);
    return git;
  }

  private static GitProcess watched(ProcessBuilder git) throws IOException {
    return watched(git, MOST_IDLE, MOST);
  }

  /** Starts a process with these limits. */
  static GitProcess watched(ProcessBuilder git, Duration mostIdle, Duration most)
      throws IOException {
    GitProcess started = new GitProcess(git.start(), mostIdle, most);
    Thread.ofPlatform().daemon().start(started::watch);
    return started;
  }

  private void watch() {
    ProcessWork work = new ProcessWork(process);
    Instant next = Instant.now().plus(mostIdle);
    try {
      while (!process.waitFor(Math.min(CHECK.toMillis(), mostIdle.toMillis()), MILLISECONDS)) {
        // a read from a pipe is not interrupted
        Thread thread = waiting;
        if (thread != null && thread.isInterrupted()) {
          isInterrupted = true;
          close();
        }
        if (Instant.now().isBefore(next)) {
          continue;
        }
        next = Instant.now().plus(mostIdle);
        boolean hasPaused = work.hasPaused();
        Duration present = Duration.between(awaitedSince, Instant.now());
        if (present.compareTo(mostIdle.dividedBy(2)) > 0) {
          isIdle = hasPaused;
        }
        isLate = awaited.plus(present.isNegative() ? Duration.ZERO : present).compareTo(most) >= 0;
        if (isIdle || isLate) {
          close();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * The standard output of git. A read throws {@link Refused} when git makes no progress for some
   * seconds, or takes too long. Git ends if the reading thread is interrupted.
   */
  public InputStream output() {
    InputStream printed = process.getInputStream();
    return new InputStream() {
      @Override
      public int read() throws IOException {
        return whileAwaited(printed::read);
      }

      @Override
      public int read(byte[] bytes, int from, int length) throws IOException {
        return whileAwaited(() -> printed.read(bytes, from, length));
      }

      @Override
      public void close() throws IOException {
        printed.close();
      }
    };
  }

  /** Its standard input. A write throws as a read of {@link #output}, and as {@link #await}. */
  public OutputStream input() {
    OutputStream read = process.getOutputStream();
    return new OutputStream() {
      @Override
      public void write(int each) throws IOException {
        write(new byte[] {(byte) each}, 0, 1);
      }

      @Override
      public void write(byte[] bytes, int from, int length) throws IOException {
        whileAwaited(() -> {
          read.write(bytes, from, length);
          read.flush();
          return length;
        });
      }

      @Override
      public void close() throws IOException {
        whileAwaited(() -> {
          read.close();
          return 0;
        });
      }
    };
  }

  /**
   * Waits for the end of git.
   *
   * @return its exit status
   * @throws Refused as {@link #output}
   * @throws Failed if a signal ended it that bawn did not send: nothing follows from its output
   */
  public int await() throws IOException {
    return whileAwaited(() -> {
      closeInput();
      try {
        int status = process.waitFor();
        requireNoSignal(status);
        return status;
      } catch (InterruptedException e) {
        close();
        throw Failed.interrupted(e);
      }
    });
  }

  private void closeInput() {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      // git ended before it had read everything: its status tells why
    }
  }

  private interface Wait {
    int result() throws IOException;
  }

  private int whileAwaited(Wait wait) throws IOException {
    Instant begun = Instant.now();
    awaitedSince = begun;
    waiting = Thread.currentThread();
    try {
      int result = wait.result();
      requireBusy();
      return result;
    } catch (IOException e) {
      requireBusy();
      if (hasEnded()) {
        requireNoSignal(process.exitValue());
      }
      throw e;
    } finally {
      awaited = awaited.plus(Duration.between(begun, Instant.now()));
      awaitedSince = Instant.MAX;
      waiting = null;
    }
  }

  /** A pipe breaks a moment before the status is known. */
  private boolean hasEnded() {
    try {
      return process.waitFor(1, SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void requireNoSignal(int status) {
    if (status > BY_SIGNAL + 1 && !isClosed) {
      throw new Failed("git was ended by signal " + (status - BY_SIGNAL), "run the command again");
    }
  }

  private void requireBusy() throws InterruptedIOException {
    if (isInterrupted) {
      throw new InterruptedIOException("git was ended, since nobody waits for its output");
    }
    if (isLate) {
      throw new Refused(
          "git timed out after 10 minutes: it reads too many objects, or too large ones",
          "see: git count-objects -vH");
    }
    if (isIdle) {
      throw new Refused(
          "git timed out: a file of the project's repository, or one that its"
              + " configuration includes, may be a pipe",
          "see: find .git -type p; and include.path in .git/config and ~/.gitconfig");
    }
  }

  /** Ends git and its child processes. */
  @Override
  public void close() {
    isClosed = true;
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
