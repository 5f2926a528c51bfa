package dev.bawn.launcher.workspace;

import dev.bawn.contract.failure.Refused;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * git, run by bawn: without the configuration of the user or the machine. Mostly on a directory of
 * bawn's own in the place of a git directory: it has no configuration, no hooks, no references and
 * no remotes, and the project's are never read. Only the objects are the project's.
 */
public final class GitProcess {

  static final String GIT = "/usr/bin/git";

  /**
   * A few bytes of a pack can become an object of any size, which git holds whole; see prlimit(1).
   */
  private static final String LIMIT = "/usr/bin/prlimit";

  private static final String MEMORY = "--data=" + (2L << 30);

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
          // no configuration names another one, which could be a command
          Map.entry("GIT_ALLOW_PROTOCOL", "file"),
          Map.entry("GIT_OPTIONAL_LOCKS", "0"),
          // git writes them into the log of a reference; else a session could choose them
          Map.entry("GIT_COMMITTER_NAME", "bawn"),
          Map.entry("GIT_COMMITTER_EMAIL", "bawn@localhost"));

  private GitProcess() {}

  /** Whether git is installed. */
  public static boolean isInstalled() {
    return Files.isExecutable(Path.of(GIT));
  }

  /**
   * Starts it. Errors are not printed.
   *
   * @param directory the git directory
   * @param objects the project's
   */
  public static Process start(Path directory, Path objects, List<String> words) throws IOException {
    return start(directory, objects, words, Redirect.DISCARD);
  }

  /**
   * The same.
   *
   * @param errors where it prints errors
   * @throws Refused if it is not installed
   */
  public static Process start(Path directory, Path objects, List<String> words, Redirect errors)
      throws IOException {
    if (!isInstalled()) {
      throw new Refused(
          "git is not installed, and bawn reads commits with it", "install the package git");
    }
    List<String> command = new ArrayList<>(List.of(LIMIT, MEMORY, GIT, "--literal-pathspecs"));
    command.addAll(words);
    ProcessBuilder git =
        new ProcessBuilder(command).directory(directory.toFile()).redirectError(errors);
    git.environment().clear();
    git.environment().putAll(ENVIRONMENT);
    git.environment().put("GIT_DIR", directory.toString());
    git.environment().put("GIT_OBJECT_DIRECTORY", objects.toString());
    return git.start();
  }
}
