package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.workspace.IndexReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Collections;
import java.util.NavigableSet;
import java.util.Optional;

/**
 * What git knows in a session. {@code git add -f} and {@code git mv} make git know a file that its
 * rules ignore; then git ignores it no more.
 *
 * @param paths with one character for each byte
 * @param isWhole whether these are all; a split index has others elsewhere, see gitformat-index(5)
 */
record SessionIndex(NavigableSet<String> paths, boolean isWhole) {

  /**
   * Reads the index of the repository at the top.
   *
   * @param upper what the session changed
   * @return without paths where the session wrote none, or one that cannot be read
   */
  static SessionIndex of(Places upper, boolean isSha256) throws IOException {
    Optional<byte[]> index =
        upper.look(GitFiles.TOP_INDEX).filter(it -> it.is(FileKind.FILE)).isPresent()
            ? upper.reading(GitFiles.TOP_INDEX, file -> file.content(GitFiles.LARGEST_INDEX))
            : Optional.empty();
    return index.isPresent()
        ? of(index.get(), isSha256)
        : none(upper.look(GitFiles.TOP_INDEX).isEmpty());
  }

  private static SessionIndex of(byte[] index, boolean isSha256) {
    try {
      IndexReader.Paths paths = IndexReader.paths(new ByteArrayInputStream(index), isSha256);
      return new SessionIndex(paths.all(), !paths.isSplit());
    } catch (IOException e) {
      return none(false); // the session may have written anything there
    }
  }

  private static SessionIndex none(boolean isWhole) {
    return new SessionIndex(Collections.emptyNavigableSet(), isWhole);
  }

  /** Whether git knows that file, or one in that directory. */
  boolean knows(RawPath path) {
    String below = path.bytes() + "/";
    String next = paths.ceiling(below);
    return paths.contains(path.bytes()) || next != null && next.startsWith(below);
  }
}
