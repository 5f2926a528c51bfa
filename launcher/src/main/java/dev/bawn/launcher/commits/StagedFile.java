package dev.bawn.launcher.commits;

import dev.bawn.launcher.review.RawPath;
import java.util.Comparator;
import java.util.Optional;

/**
 * A file whose staged content only the session has.
 *
 * @param path of the file, or of an index that bawn cannot read
 * @param tree the top of its work tree; empty for an index
 */
public record StagedFile(RawPath path, Optional<RawPath> tree) implements Comparable<StagedFile> {

  /** The path relative to the work tree, in the bytes of the session. */
  public String inTree() {
    return tree.filter(top -> !top.equals(RawPath.TOP))
        .map(top -> path.bytes().substring(top.bytes().length() + 1))
        .orElse(path.bytes());
  }

  @Override
  public int compareTo(StagedFile other) {
    return Comparator.comparing(StagedFile::path).compare(this, other);
  }
}
