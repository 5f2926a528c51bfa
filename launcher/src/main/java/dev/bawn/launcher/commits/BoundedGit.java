package dev.bawn.launcher.commits;

import static java.util.concurrent.TimeUnit.SECONDS;

import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.workspace.GitProcess;
import dev.bawn.launcher.workspace.GitRepository;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * A git process in one git directory, with a limit for its output.
 *
 * @param directory the git directory
 * @param objects the directory in which it reads and writes objects
 * @param errors the file of its error messages
 */
record BoundedGit(Path directory, Path objects, Path errors) {

  private static final long MOST_SEARCHED = 60;

  /** The most output in bytes: a million lines with an object each. */
  private static final int MOST_OUTPUT = 1 << 26;

  /**
   * A git that reads objects of a repository, without error messages.
   *
   * @param directory the git directory
   * @param repository has the objects
   */
  static BoundedGit silent(Path directory, GitRepository repository) {
    return new BoundedGit(directory, repository.common().resolve("objects"), Path.of("/dev/null"));
  }

  GitProcess start(List<String> words) throws IOException {
    return GitProcess.start(directory, objects, words, Redirect.to(errors.toFile()));
  }

  /**
   * Writes lines to its standard input. git must read all of them before it prints more than a pipe
   * holds.
   */
  static void feed(GitProcess git, List<String> lines) throws IOException {
    try (OutputStream out = git.input()) {
      for (String line : lines) {
        out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      // git has ended early: its status and its message say why
    }
  }

  /** The lines of its output. */
  List<String> lines(GitProcess git, String failure) throws IOException {
    return output(git, failure).lines().toList();
  }

  /** The NUL-terminated fields of its output. */
  List<String> fields(GitProcess git, String failure) throws IOException {
    return List.of(output(git, failure).split("\0", -1));
  }

  /**
   * Reads its output, one character for each byte.
   *
   * @param failure what failed, if its exit status is not 0
   * @throws Refused if it fails or prints too much
   */
  private String output(GitProcess git, String failure) throws IOException {
    git.input().close();
    byte[] text = git.output().readNBytes(MOST_OUTPUT + 1);
    if (text.length > MOST_OUTPUT) {
      git.close();
      throw Quarantine.refused("there are too many commits, or their messages are too long");
    }
    if (git.await() != 0) {
      throw Quarantine.refused(failure + reason());
    }
    return new String(text, StandardCharsets.ISO_8859_1);
  }

  /** Returns the lines of this set that git prints within a minute. */
  Set<String> among(GitProcess git, Set<String> lines) throws IOException {
    Set<String> left = new HashSet<>(lines);
    CompletableFuture<Void> limit =
        CompletableFuture.runAsync(
            git::close, CompletableFuture.delayedExecutor(MOST_SEARCHED, SECONDS));
    try (BufferedReader printed =
        new BufferedReader(new InputStreamReader(git.output(), StandardCharsets.ISO_8859_1))) {
      String line = printed.readLine();
      while (line != null && !left.isEmpty()) {
        left.remove(line.startsWith("?") ? line.substring(1) : line);
        line = printed.readLine();
      }
    } finally {
      git.close();
      limit.cancel(false);
    }
    Set<String> found = new HashSet<>(lines);
    found.removeAll(left);
    return found;
  }

  /** The first line of its error messages; empty if it has none. */
  String reason() throws IOException {
    return Files.readString(errors, StandardCharsets.ISO_8859_1)
        .lines()
        .map(line -> line.replaceFirst("^(error|fatal|warning): ", ""))
        .findFirst()
        .map(line -> ": " + line)
        .orElse("");
  }
}
