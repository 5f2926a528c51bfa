package dev.bawn.launcher.workspace;

import dev.bawn.launcher.mount.PrivateDirectories;
import dev.bawn.launcher.mount.ProjectDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Decides which directory is the project when a command names a directory or runs in one: the top
 * of the git repository that contains it. If that top cannot be a project, such as a home directory
 * with a repository, it is the directory itself. The same applies if the top or its repository
 * belongs to another user, as git decides by {@code safe.directory}.
 *
 * @param top of the project
 * @param below the named directory, relative to the top; empty for the top itself
 * @param foreign the top of a repository that was not used because it belongs to another user
 */
public record ProjectTop(Path top, Path below, Optional<Path> foreign) {

  private static final Path ITSELF = Path.of("");

  /** The directory itself, without a search in its parents. */
  public static ProjectTop itself(Path directory) {
    return new ProjectTop(directory, ITSELF, Optional.empty());
  }

  /**
   * The project that contains a directory.
   *
   * @param directory absolute, without links
   * @param home of the caller
   * @param own the directories in which bawn keeps the caller's files
   */
  public static ProjectTop of(Path directory, Path home, PrivateDirectories own) {
    Optional<GitRepository> repository = GitRepository.of(directory);
    if (repository.isEmpty()
        || repository.get().top().equals(directory)
        || !ProjectDirectory.isOrdinary(repository.get().top(), home, own)) {
      return itself(directory);
    }
    Path top = repository.get().top();
    return isOfCaller(top) && isOfCaller(repository.get().common())
        ? new ProjectTop(top, top.relativize(directory), Optional.empty())
        : new ProjectTop(directory, ITSELF, Optional.of(top));
  }

  static boolean isOfCaller(Path path) {
    try {
      return Files.getAttribute(path, "unix:uid")
          .equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
    } catch (IOException e) {
      return false;
    }
  }
}
