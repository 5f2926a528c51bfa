package dev.bawn.launcher.session;

import dev.bawn.launcher.workspace.GitRepository;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/**
 * Keeps the index of a project's repository as it is when a session begins. git replaces its index
 * by a rename, so a hard link keeps the old one and costs nothing. A split index has a second file.
 */
public final class BaseIndex {

  private static final String SPLIT = "sharedindex.*";

  private BaseIndex() {}

  /**
   * Where the base of a session is kept.
   *
   * @param upper its upper layer
   */
  public static Path beside(Path upper) {
    return upper.resolveSibling("base");
  }

  /**
   * Makes the directory of the base, and keeps the index in it where there is one of the caller's.
   * Without an index the session starts all the same.
   *
   * @param base the directory, which is not there yet
   */
  static void keep(Path project, Path base) throws IOException {
    Files.createDirectory(base, Site.PRIVATE);
    Optional<GitRepository> repository = GitRepository.of(project);
    if (repository.isEmpty()) {
      return;
    }
    try {
      link(repository.get().index(), base);
      try (DirectoryStream<Path> shared =
          Files.newDirectoryStream(repository.get().directory(), SPLIT)) {
        for (Path each : shared) {
          link(each, base);
        }
      }
    } catch (IOException e) {
      // status then reports what it cannot compare
      return;
    }
  }

  private static void link(Path file, Path base) throws IOException {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        || !Files.getAttribute(file, "unix:uid").equals(Files.getAttribute(base, "unix:uid"))) {
      return;
    }
    Path kept = base.resolve(file.getFileName());
    try {
      Files.createLink(kept, file);
    } catch (IOException | UnsupportedOperationException e) {
      // another file system, or one without links
      Files.copy(file, kept, StandardCopyOption.COPY_ATTRIBUTES);
    }
  }
}
