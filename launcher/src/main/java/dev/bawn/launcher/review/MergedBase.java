package dev.bawn.launcher.review;

import java.util.List;
import java.util.Optional;

/**
 * What the merges of a session made of the base of one path.
 *
 * @param standing the merges that no undo has taken back, the last one first
 * @param restored the base before them: what an undo may have restored, with another change time
 */
public record MergedBase(List<Merge> standing, Optional<KnownBase> restored) {

  static final MergedBase NONE = new MergedBase(List.of(), Optional.empty());

  /** Copies the list. */
  public MergedBase {
    standing = List.copyOf(standing);
  }

  /**
   * A merge of the path.
   *
   * @param number of the merge
   * @param before what the project had
   * @param after what it had then
   * @param session what the session had: the base of its later changes
   */
  public record Merge(int number, KnownBase before, KnownBase after, KnownBase session) {}
}
