package dev.bawn.contract.layout;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The directories of libraries that a session shows or hides as a whole: those directly below
 * {@code /usr/lib} and its siblings, and those below a directory of one architecture. The script
 * {@code enter} finds the same ones.
 */
public final class LibraryDirectories {

  private static final List<String> PARENTS = List.of("/usr/lib", "/usr/lib64", "/usr/lib32");

  private final SystemLayout layout;

  /**
   * @param layout with {@code /usr}
   */
  public LibraryDirectories(SystemLayout layout) {
    this.layout = layout;
  }

  /** Tells whether it is the directory of one architecture, such as /usr/lib/x86_64-linux-gnu. */
  public static boolean isForArchitecture(String directory) {
    return directory.lastIndexOf('/') == PARENTS.getFirst().length()
        && directory.startsWith(PARENTS.getFirst() + "/")
        && directory.contains("-linux-gnu");
  }

  /**
   * All directories, without links.
   *
   * @param isShown whether a session shows the directory of an architecture; the directories below
   *     a hidden one are left out
   */
  public SortedSet<String> all(Predicate<String> isShown) throws IOException {
    SortedSet<String> all = new TreeSet<>();
    for (String parent : PARENTS) {
      collect(parent, all);
    }
    for (String directory : List.copyOf(all)) {
      if (isForArchitecture(directory) && isShown.test(directory)) {
        collect(directory, all);
      }
    }
    return all;
  }

  private void collect(String parent, SortedSet<String> all) throws IOException {
    Path path = layout.at(parent.substring(1));
    if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try (DirectoryStream<Path> entries =
        Files.newDirectoryStream(
            path, entry -> Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS))) {
      entries.forEach(entry -> all.add(parent + "/" + entry.getFileName()));
    }
  }
}
