package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.workspace.IndexReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Collections;
import java.util.NavigableSet;
import java.util.Optional;

/**
 * The paths in the index of a session's repository. {@code git add -f} and {@code git mv} add files
 * that its rules ignore; from then on git does not ignore them.
 *
 * @param paths with one character for each byte
 * @param isWhole whether the paths are complete; a split index has others elsewhere, see
 *     gitformat-index(5)
 */
record SessionIndex(NavigableSet<String> paths, boolean isWhole) {

  /**
   * Reads the index of the repository at the top.
   *
   * @param upper the session's upper layer
   * @param index the path of the index
   * @return without paths if the session wrote no index, or an unreadable one
   */
  static SessionIndex of(Places upper, RawPath index, boolean isSha256) throws IOException {
    Optional<byte[]> content =
        upper.look(index).filter(it -> it.is(FileKind.FILE)).isPresent()
            ? upper.reading(index, file -> file.content(GitFiles.LARGEST_INDEX))
            : Optional.empty();
    return content.isPresent() ? of(content.get(), isSha256) : none(upper.look(index).isEmpty());
  }

  private static SessionIndex of(byte[] index, boolean isSha256) {
    try {
      IndexReader.Paths paths = IndexReader.paths(new ByteArrayInputStream(index), isSha256);
      return new SessionIndex(paths.all(), !paths.isSplit());
    } catch (IOException e) {
      return none(false); // the session may have written any bytes there
    }
  }

  private static SessionIndex none(boolean isWhole) {
    return new SessionIndex(Collections.emptyNavigableSet(), isWhole);
  }

  /** Tells whether the index has the file, or a file in that directory. */
  boolean knows(RawPath path) {
    String below = path.bytes() + "/";
    String next = paths.ceiling(below);
    return paths.contains(path.bytes()) || next != null && next.startsWith(below);
  }
}
