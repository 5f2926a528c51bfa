package dev.bawn.launcher.workspace;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The user's file of ignore rules for all repositories, {@code core.excludesFile} in git-config(1).
 * git reads the configuration of the user and of the machine, never the configuration of a project,
 * which a session may have written. git works in parallel with the caller.
 */
public final class ExcludesFile implements AutoCloseable {

  /** See PATH_MAX in limits.h(0p). */
  private static final int LONGEST_PATH = 4096;

  private static final long SECONDS = 5;

  private final Process git;

  private ExcludesFile(Process git) {
    this.git = git;
  }

  /** Starts git. */
  public static ExcludesFile ask() throws IOException {
    ProcessBuilder builder = new ProcessBuilder().directory(new File("/"));
    Map<String, String> environment = builder.environment();
    environment.keySet().removeIf(name -> name.startsWith("GIT_"));
    String fallback = environment.getOrDefault("XDG_CONFIG_HOME", "");
    builder.command(
        GitProcess.GIT,
        "config",
        "--type=path",
        "--default",
        (fallback.isEmpty() ? "~/.config" : fallback) + "/git/ignore",
        "--get",
        "core.excludesFile");
    return new ExcludesFile(builder.redirectError(Redirect.DISCARD).start());
  }

  /**
   * Waits for git's answer.
   *
   * @return empty if git cannot determine it; the file may be missing
   */
  public Optional<Path> path() throws IOException {
    // a file that the configuration includes may be a pipe
    CompletableFuture<Void> limit =
        CompletableFuture.runAsync(
            git::destroyForcibly, CompletableFuture.delayedExecutor(SECONDS, TimeUnit.SECONDS));
    try (InputStream answer = git.getInputStream()) {
      String path = new String(answer.readNBytes(LONGEST_PATH), StandardCharsets.UTF_8).strip();
      return path.isEmpty() ? Optional.empty() : Optional.of(Path.of("/").resolve(path));
    } catch (InvalidPathException e) {
      return Optional.empty();
    } finally {
      limit.cancel(false);
    }
  }

  /** Ends git if the caller has not waited for it. */
  @Override
  public void close() {
    git.destroyForcibly();
  }
}
