package dev.bawn.launcher.workspace;

import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.mask.MaskRules;
import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Searches a project for files with a secret name at the paths where a session most likely reads
 * them: at the top, and in the directories in which git tracks files. It lists these directories
 * and reads no attributes, in two threads: each start waits for it.
 */
final class SecretSearch {

  private static final MaskRules RULES = new MaskRules(true, true, List.of());

  /** The number of directories below which a second thread costs more than it saves. */
  private static final int FEW = 200;

  private static final char REPLACEMENT = '\ufffd';

  private final Path top;
  private final File topFile;
  private final Set<Path> found = new LinkedHashSet<>();
  private final List<Path> unlisted = new ArrayList<>();
  private boolean isDone;

  private SecretSearch(Path top) {
    this.top = top;
    this.topFile = top.toFile();
  }

  /**
   * The results.
   *
   * @param found files, directories and links with a secret name, and {@code unlisted}; relative to
   *     the top
   * @param unlisted directories that cannot be listed, so that their entries are unknown
   */
  record Found(List<Path> found, List<Path> unlisted) {

    /**
     * Tells whether one of them is a file with several names, or a directory that may contain one.
     */
    boolean haveOtherNames(Path top) {
      for (Path path : found) {
        try {
          ProjectEntry entry = ProjectEntry.of(top.resolve(path));
          if (entry.isDirectory() || entry.hasOtherNames()) {
            return true;
          }
        } catch (IOException e) {
          continue; // it vanished, or is in a directory that cannot be entered
        }
      }
      return false;
    }
  }

  /**
   * Searches a project.
   *
   * @return empty if the index of git cannot be read, so that all directories must be searched
   * @throws Refused if the project itself cannot be listed
   */
  static Optional<Found> in(Path top) {
    Optional<Set<String>> directories = TrackedDirectories.of(top);
    if (directories.isEmpty()) {
      return Optional.empty();
    }
    List<String> all = List.copyOf(directories.get());
    SecretSearch first = new SecretSearch(top);
    if (all.size() < FEW) {
      first.list(all);
      return Optional.of(first.found());
    }
    SecretSearch second = new SecretSearch(top);
    Thread thread = new Thread(() -> second.list(all.subList(all.size() / 2, all.size())));
    thread.start();
    first.list(all.subList(0, all.size() / 2));
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
    first.found.addAll(second.found);
    first.unlisted.addAll(second.unlisted);
    return second.isDone ? Optional.of(first.found()) : Optional.empty();
  }

  /** The results without the entries of directories that are results themselves. */
  private Found found() {
    List<Path> all = new ArrayList<>();
    for (Path path : found) {
      Path above = path.getParent();
      while (above != null && !found.contains(above)) {
        above = above.getParent();
      }
      if (above == null) {
        all.add(path);
      }
    }
    all.sort(null);
    return new Found(all, unlisted);
  }

  /** Names that are hidden before they exist, beside the results and at the top. */
  static Set<Path> likely(List<Path> found) {
    Set<Path> parents = new LinkedHashSet<>();
    parents.add(Path.of(""));
    for (Path path : found) {
      parents.add(path.getParent() == null ? Path.of("") : path.getParent());
    }
    Set<Path> likely = new LinkedHashSet<>();
    for (Path parent : parents) {
      for (String name : RULES.fixedNames()) {
        likely.add(parent.resolve(name));
      }
    }
    return likely;
  }

  private void list(List<String> directories) {
    for (String directory : directories) {
      String[] names = new File(topFile, directory).list();
      if (names == null) {
        missed(directory);
        continue;
      }
      for (String name : names) {
        if (name.indexOf(REPLACEMENT) >= 0) {
          raw(directory);
          break;
        }
        if (RULES.maskName(name)) {
          take(Path.of(directory, name));
        }
      }
    }
    isDone = true;
  }

  /** Adds a directory with names that are not UTF-8: a {@link Path} keeps their bytes. */
  private void raw(String directory) {
    try (DirectoryStream<Path> paths = Files.newDirectoryStream(top.resolve(directory))) {
      for (Path path : paths) {
        if (RULES.maskName(path.getFileName().toString())) {
          take(top.relativize(path));
        }
      }
    } catch (DirectoryIteratorException | IOException e) {
      missed(directory);
    }
  }

  private void take(Path path) {
    if (isInProject(path.getParent())) {
      found.add(path);
    }
  }

  /** Tells whether a path is a directory of the project that is not behind a link. */
  private boolean isInProject(Path directory) {
    for (Path each = directory; each != null; each = each.getParent()) {
      if (!Files.isDirectory(top.resolve(each), LinkOption.NOFOLLOW_LINKS)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Hides a directory that cannot be listed as a whole. A path that git tracks may also be missing,
   * or a file.
   */
  private void missed(String directory) {
    Path path = Path.of(directory);
    if (directory.isEmpty()) {
      throw ProjectWalk.unlisted(top);
    }
    if (isInProject(path)) {
      unlisted.add(path);
      found.add(path);
    }
  }
}
