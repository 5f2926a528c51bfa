package dev.bawn.launcher.merge;

import dev.bawn.launcher.review.RawPath;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalInt;

/** The entries of an upper layer, for a discard. */
public interface UpperEntries extends AutoCloseable {

  /**
   * Takes away an entry.
   *
   * @param permissions those of the directory that the project has at this path: a directory gets
   *     them and hides nothing any more; where they are absent, a directory is removed if it is
   *     empty
   * @return whether it was there
   */
  boolean drop(RawPath path, OptionalInt permissions) throws IOException;

  /** Takes away a directory that is closed to its reader, with all that is in it. */
  boolean dropClosed(RawPath directory) throws IOException;

  /** What was moved aside; nothing where the entries are removed. */
  default Optional<Discard.MovedAside> movedAside() {
    return Optional.empty();
  }

  @Override
  void close() throws IOException;
}
