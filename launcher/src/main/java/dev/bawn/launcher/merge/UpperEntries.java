package dev.bawn.launcher.merge;

import dev.bawn.launcher.review.RawPath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;

/** The entries of an upper layer, for a discard. */
public interface UpperEntries extends AutoCloseable {

  /**
   * Removes an entry.
   *
   * @param permissions the permissions of the project's directory at this path, which the entry
   *     gets instead of hiding it; if absent, a directory is removed only if it is empty
   * @return false if the entry does not exist, or is a directory that stays
   */
  boolean drop(RawPath path, OptionalInt permissions) throws IOException;

  /** Removes a directory whose owner cannot read it, with all its entries. */
  boolean dropClosed(RawPath directory) throws IOException;

  /** The files that were moved aside; empty if entries are removed. */
  default Optional<Path> movedAside() {
    return Optional.empty();
  }

  @Override
  void close() throws IOException;
}
