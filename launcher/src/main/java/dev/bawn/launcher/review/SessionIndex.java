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
 */
record SessionIndex(NavigableSet<String> paths) {

  /** In bytes: half a million entries. */
  private static final int LARGEST = 64 << 20;

  private static final RawPath INDEX = RawPath.of(".git/index");

  /**
   * Reads the index of the repository at the top.
   *
   * @param upper what the session changed
   * @return without paths where the session wrote none, or one that cannot be read
   */
  static SessionIndex of(Places upper, boolean isSha256) throws IOException {
    Optional<byte[]> index =
        upper.look(INDEX).filter(it -> it.is(FileKind.FILE)).isPresent()
            ? upper.reading(INDEX, file -> file.content(LARGEST))
            : Optional.empty();
    return new SessionIndex(
        index.isPresent() ? paths(index.get(), isSha256) : Collections.emptyNavigableSet());
  }

  private static NavigableSet<String> paths(byte[] index, boolean isSha256) {
    try {
      return IndexReader.paths(new ByteArrayInputStream(index), isSha256);
    } catch (IOException e) {
      return Collections.emptyNavigableSet(); // the session may have written anything there
    }
  }

  /** Whether git knows that file, or one in that directory. */
  boolean knows(RawPath path) {
    String below = path.bytes() + "/";
    String next = paths.ceiling(below);
    return paths.contains(path.bytes()) || next != null && next.startsWith(below);
  }
}
