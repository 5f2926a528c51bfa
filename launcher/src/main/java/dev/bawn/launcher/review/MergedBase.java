package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.FileStatus;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The effect of a session's merges on the base of one path.
 *
 * @param standing the merges that no undo has taken back, the last one first
 * @param restored the base before them, which an undo may have restored with another change time
 * @param undone the last merge that an undo has taken back
 */
public record MergedBase(
    List<Merge> standing, Optional<KnownBase> restored, Optional<Merge> undone) {

  static final MergedBase NONE = new MergedBase(List.of(), Optional.empty(), Optional.empty());

  /** Copies the list. */
  public MergedBase {
    standing = List.copyOf(standing);
  }

  /**
   * The effect on a copy of the project: what the session found is in the copy. A merge before the
   * copy was updated does not count, since the session found its result there. Neither does one
   * whose version a discard removed: the session found the copy again.
   *
   * @param updated the change time of the file in the copy
   */
  MergedBase onCopy(OptionalLong updated) {
    return new MergedBase(
        standing.stream()
            .filter(merge -> !merge.isDiscarded())
            .filter(merge -> updated.isEmpty() || merge.time() >= updated.getAsLong())
            .toList(),
        Optional.empty(),
        Optional.empty());
  }

  /** Tells whether an undo took back exactly this change of permissions. */
  boolean tookBack(FileStatus now, FileStatus session) {
    return undone
        .filter(merge -> merge.before().mode() == now.permissions())
        .filter(merge -> merge.after().mode() == session.permissions())
        .isPresent();
  }

  /**
   * A merge of the path.
   *
   * @param number the number of the merge
   * @param time at which it began, in nanoseconds since the epoch
   * @param before the project's file before the merge
   * @param after the project's file after the merge
   * @param session the session's file: the base of its later changes
   * @param isDiscarded whether a discard has removed the session's file since
   */
  public record Merge(
      int number,
      long time,
      KnownBase before,
      KnownBase after,
      KnownBase session,
      boolean isDiscarded) {}
}
