package dev.bawn.launcher.commits;

import static java.util.concurrent.TimeUnit.SECONDS;

import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.workspace.GitProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * git in one git directory, with a limit for its time and for what it prints.
 *
 * @param directory the git directory
 * @param objects where it reads and writes objects
 * @param errors the file of its error messages
 */
record BoundedGit(Path directory, Path objects, Path errors) {

  private static final long MOST_SECONDS = 600;
  private static final long MOST_SEARCHED = 60;

  /** Seconds in which it must do something; a cold disk takes some. */
  private static final int MOST_IDLE = 10;

  /** In bytes: a million lines with an object each. */
  private static final int MOST_OUTPUT = 1 << 26;

  Process start(List<String> words) throws IOException {
    return GitProcess.start(directory, objects, words, Redirect.to(errors.toFile()));
  }

  /**
   * Writes lines to its standard input. It must read all of them before it prints more than a pipe
   * holds.
   */
  static void feed(Process git, List<String> lines) throws IOException {
    try (OutputStream out = git.getOutputStream()) {
      for (String line : lines) {
        out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      // git has ended early: its status and its message say why
      git.destroy();
    }
  }

  /** The lines that it prints. */
  List<String> lines(Process git, String failure) throws IOException {
    return output(git, failure).lines().toList();
  }

  /** The fields that it ends with NUL. */
  List<String> fields(Process git, String failure) throws IOException {
    return List.of(output(git, failure).split("\0", -1));
  }

  /**
   * Reads what it prints, one character for each byte.
   *
   * @param failure what failed, if its exit status is not 0
   * @throws Refused if it fails or prints too much
   */
  private String output(Process git, String failure) throws IOException {
    git.getOutputStream().close();
    AtomicBoolean waits = new AtomicBoolean();
    Thread.ofPlatform().daemon().start(() -> limit(git, waits));
    try {
      byte[] text = git.getInputStream().readNBytes(MOST_OUTPUT + 1);
      if (text.length > MOST_OUTPUT) {
        git.destroyForcibly();
        throw Quarantine.refused("there are too many commits, or their messages are too long");
      }
      int status = git.waitFor();
      if (waits.get()) {
        throw new Refused(
            "git timed out: a file of the project's repository, or one that its"
                + " configuration includes, may be a pipe",
            "see: find .git -type p; and the settings include.path in .git/config");
      }
      if (status != 0) {
        throw Quarantine.refused(failure + reason());
      }
      return new String(text, StandardCharsets.ISO_8859_1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Failed.interrupted();
    }
  }

  /** Ends it once it does nothing for some seconds, which is told first, or takes too long. */
  private static void limit(Process git, AtomicBoolean waits) {
    ProcessWork work = new ProcessWork(git);
    try {
      for (int second = 1; !waits.get() && second <= MOST_SECONDS; second++) {
        if (git.waitFor(1, SECONDS)) {
          return;
        }
        waits.set(second % MOST_IDLE == 0 && work.hasPaused());
      }
      git.destroyForcibly();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Those of these lines that it prints, as far as it comes in a minute. */
  Set<String> among(Process git, Set<String> lines) throws IOException {
    Set<String> left = new HashSet<>(lines);
    CompletableFuture<Void> limit =
        CompletableFuture.runAsync(
            git::destroyForcibly, CompletableFuture.delayedExecutor(MOST_SEARCHED, SECONDS));
    try (BufferedReader printed = git.inputReader(StandardCharsets.ISO_8859_1)) {
      String line = printed.readLine();
      while (line != null && !left.isEmpty()) {
        left.remove(line.startsWith("?") ? line.substring(1) : line);
        line = printed.readLine();
      }
    } finally {
      git.destroyForcibly();
      limit.cancel(false);
    }
    Set<String> found = new HashSet<>(lines);
    found.removeAll(left);
    return found;
  }

  /** The first line of its error messages; empty where it has none. */
  String reason() throws IOException {
    return Files.readString(errors, StandardCharsets.ISO_8859_1)
        .lines()
        .map(line -> line.replaceFirst("^(error|fatal|warning): ", ""))
        .findFirst()
        .map(line -> ": " + line)
        .orElse("");
  }
}
