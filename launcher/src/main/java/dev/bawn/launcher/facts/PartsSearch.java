package dev.bawn.launcher.facts;

import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Looks for what git keeps in a project: {@code .git} of the project and of repositories in it.
 * What a session wrote there would run at the user's next {@code git status}. No link is followed.
 */
final class PartsSearch {

  private static final String GIT = ".git";
  private static final LinkOption NOFOLLOW = LinkOption.NOFOLLOW_LINKS;

  /** A start must not search a whole disk. */
  private static final int MOST = 500_000;

  private static final int TYPE = 0170000;
  private static final int SOCKET = 0140000;

  private final Path top;
  private final List<MountSource> repositories = new ArrayList<>();
  private final List<Path> sockets = new ArrayList<>();
  private int seen;

  private PartsSearch(Path top) {
    this.top = top;
  }

  /**
   * All of them, a directory before what lies in it.
   *
   * @param nothing what is mounted over a socket
   * @throws Refused if one is a link, or there are too many files
   */
  static ProjectParts below(Path top, MountSource nothing) {
    PartsSearch search = new PartsSearch(top);
    Deque<Path> directories = new ArrayDeque<>();
    directories.add(top);
    while (!directories.isEmpty()) {
      search.look(directories.remove(), directories);
    }
    return new ProjectParts(search.repositories, search.sockets, nothing);
  }

  private void look(Path directory, Deque<Path> directories) {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      for (Path entry : entries) {
        if (++seen > MOST) {
          throw new Refused(
              "the project has too many files to find all repositories in it",
              "use an overlay: leave out --workspace bind");
        }
        if (entry.endsWith(GIT)) {
          take(entry);
        } else {
          look(
              entry, Files.readAttributes(entry, BasicFileAttributes.class, NOFOLLOW), directories);
        }
      }
    } catch (NoSuchFileException e) {
      // it vanished meanwhile
      return;
    } catch (IOException e) {
      if (!isCallers(directory)) {
        // no session opens it
        return;
      }
      throw new Refused(
          "'" + Printable.of(directory.toString()) + "' cannot be searched for repositories",
          "look at its mode, or use an overlay: leave out --workspace bind");
    }
  }

  private void look(Path entry, BasicFileAttributes attributes, Deque<Path> directories)
      throws IOException {
    if (attributes.isDirectory()) {
      directories.add(entry);
    } else if (attributes.isOther()
        && ((Integer) Files.getAttribute(entry, "unix:mode", NOFOLLOW) & TYPE) == SOCKET) {
      sockets.add(top.relativize(entry));
    }
  }

  private static boolean isCallers(Path directory) {
    try {
      return Files.getAttribute(directory, "unix:uid")
          .equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
    } catch (IOException e) {
      return true;
    }
  }

  private void take(Path git) throws IOException {
    if (Files.isSymbolicLink(git)) {
      throw new Refused(
          "'" + Printable.of(git.toString()) + "' is a link, which a session could lead elsewhere",
          "use an overlay: leave out --workspace bind");
    }
    repositories.add(new MountSource(git, git, Identity.of(git), Purpose.REPOSITORY));
  }
}
