package dev.bawn.launcher.workspace;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The directories of a git index that contain files. */
final class IndexDirectories {

  private static final int DIRECTORY = 0_040000;
  private static final int SUBMODULE = 0_160000;

  /** The directory in the path of the last entry. */
  private final byte[] directory = new byte[IndexReader.LONGEST_ENTRY];

  private int directoryLength = -1;
  private final Set<String> directories = new LinkedHashSet<>();
  private final List<String> submodules = new ArrayList<>();
  private final Set<String> asked;
  private final boolean[] askedLengths = new boolean[IndexReader.LONGEST_ENTRY + 1];
  private final Set<String> tracked = new LinkedHashSet<>();

  private IndexDirectories(Set<String> asked) {
    this.asked = asked;
    for (String each : asked) {
      int length = each.getBytes(StandardCharsets.UTF_8).length;
      askedLengths[Math.min(length, IndexReader.LONGEST_ENTRY)] = true;
    }
  }

  /**
   * Reads an index.
   *
   * @param asked paths; {@link #tracked} returns those that the index has
   * @throws IOException if this is no index, or cannot be read
   */
  static IndexDirectories of(Path index, boolean isSha256, Set<String> asked) throws IOException {
    IndexDirectories read = new IndexDirectories(asked);
    IndexReader.read(index, isSha256, read::take);
    return read;
  }

  /** The directories, relative to the work tree, without a slash at the end; the top is empty. */
  Set<String> directories() {
    return directories;
  }

  /** The paths of submodules. */
  List<String> submodules() {
    return submodules;
  }

  /** The requested paths that are in the index. */
  Set<String> tracked() {
    return tracked;
  }

  private void take(IndexReader entry) {
    int length = entry.pathLength();
    if (askedLengths[length] && asked.contains(entry.text(length))) {
      tracked.add(entry.text(length));
    }
    if (entry.kind() == SUBMODULE) {
      submodules.add(entry.text(length));
    }
    if (entry.kind() == DIRECTORY) {
      return; // an entry of a sparse index: the work tree has none of its files
    }
    byte[] path = entry.path();
    int slash = length - 1;
    while (slash >= 0 && path[slash] != '/') {
      slash--;
    }
    int above = Math.max(0, slash);
    if (above != directoryLength || !Arrays.equals(path, 0, above, directory, 0, above)) {
      System.arraycopy(path, 0, directory, 0, above);
      directoryLength = above;
      directories.add(entry.text(above));
    }
  }
}
