package dev.bawn.launcher.mount;

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
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Searches a project for repositories: {@code .git} of the project and of nested repositories, and
 * bare repositories, see gitrepository-layout(5). Files that a session wrote there would take
 * effect at the user's next {@code git status}. No link is followed.
 */
final class PartsSearch {

  private static final String GIT = ".git";

  private static final LinkOption NOFOLLOW = LinkOption.NOFOLLOW_LINKS;

  /** The most entries: a start must not search a whole disk. */
  private static final int MOST = 500_000;

  private static final int TYPE = 0170000;
  private static final int SOCKET = 0140000;

  private final Path top;
  private final List<Path> repositories = new ArrayList<>();
  private final List<Path> sockets = new ArrayList<>();
  private int seen;

  private PartsSearch(Path top) {
    this.top = top;
  }

  /**
   * All parts, a directory before its entries.
   *
   * @param submodules the submodules without a repository: a session could create one there
   * @param nothing is mounted over each socket
   * @throws Refused if one is a link, or there are too many files
   */
  static ProjectParts below(Path top, Set<Path> submodules, MountSource nothing) {
    PartsSearch search = new PartsSearch(top);
    search.look();
    for (Path submodule : submodules) {
      if (!Files.isDirectory(submodule, NOFOLLOW)) {
        throw new Refused(
            "the directory of the submodule '"
                + Printable.of(top.relativize(submodule))
                + "' is missing, so a session could create a repository there",
            "create it: git submodule update --init; or use an overlay: --workspace overlay");
      }
      search.repositories.add(submodule);
    }
    List<MountSource> repositories = new ArrayList<>();
    for (Path repository : search.repositories) {
      repositories.add(source(repository, Purpose.REPOSITORY));
    }
    List<MountSource> above = new ArrayList<>();
    for (Path directory : search.above()) {
      above.add(source(directory, Purpose.PROJECT));
    }
    return new ProjectParts(above, repositories, search.sockets, nothing);
  }

  /**
   * The directories between the top and a repository. One within a repository is read-only anyway.
   */
  private Set<Path> above() {
    Set<Path> found = new HashSet<>(repositories);
    Set<Path> above = new TreeSet<>();
    for (Path repository : repositories) {
      Set<Path> way = new HashSet<>();
      for (Path each = repository.getParent(); each.startsWith(top); each = each.getParent()) {
        if (found.contains(each)) {
          way.clear();
        } else if (!each.equals(top)) {
          way.add(each);
        }
      }
      above.addAll(way);
    }
    return above;
  }

  /**
   * The repositories only, including links in their place.
   *
   * @throws Refused if there are too many files
   */
  static List<Path> repositories(Path top) {
    PartsSearch search = new PartsSearch(top);
    search.look();
    return search.repositories;
  }

  /** Tells whether git takes a directory for a repository, or for the work tree of one. */
  static boolean isRepository(Path directory) {
    Set<String> parts = new HashSet<>();
    for (String part : RepositoryEntries.PARTS) {
      if (has(directory, part)) {
        parts.add(part);
      }
    }
    return has(directory, GIT) || RepositoryEntries.isMadeOf(parts);
  }

  private static boolean has(Path directory, String name) {
    return Files.exists(directory.resolve(name), NOFOLLOW);
  }

  private void look() {
    Deque<Path> directories = new ArrayDeque<>();
    directories.add(top);
    while (!directories.isEmpty()) {
      look(directories.remove(), directories);
    }
  }

  private void look(Path directory, Deque<Path> directories) {
    Set<String> ofRepository = new HashSet<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      for (Path entry : entries) {
        if (++seen > MOST) {
          throw new Refused(
              "the project has too many files to find all repositories in it",
              "use an overlay: --workspace overlay");
        }
        String name = entry.getFileName().toString();
        if (name.equals(GIT)) {
          repositories.add(entry);
        } else {
          if (RepositoryEntries.PARTS.contains(name)) {
            ofRepository.add(name);
          }
          look(
              entry, Files.readAttributes(entry, BasicFileAttributes.class, NOFOLLOW), directories);
        }
      }
      if (RepositoryEntries.isMadeOf(ofRepository) && !directory.equals(top)) {
        repositories.add(directory);
      }
    } catch (NoSuchFileException e) {
      // it vanished
      return;
    } catch (IOException e) {
      if (!isCallers(directory)) {
        // no session can open it
        return;
      }
      throw new Refused(
          "'" + Printable.of(directory) + "' cannot be searched for repositories",
          "check its mode, or use an overlay: --workspace overlay");
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

  private static MountSource source(Path path, Purpose purpose) {
    if (Files.isSymbolicLink(path)) {
      throw new Refused(
          "'" + Printable.of(path) + "' is a link, which a session could change",
          "use an overlay: --workspace overlay");
    }
    try {
      return new MountSource(path, path, Identity.of(path), purpose);
    } catch (IOException e) {
      throw new Refused(
          "'" + Printable.of(path) + "' vanished while bawn searched the project",
          "start the session again");
    }
  }
}
