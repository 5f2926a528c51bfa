package dev.bawn.launcher.merge;

import java.util.Optional;

/**
 * What a review decided about one path that is to be merged.
 *
 * @param seen what the session had then
 * @param content what is merged in the place of all that the session has: some of its hunks, or a
 *     text that was edited
 * @param project what the project had when that text was made of both; it is put in place as it is.
 *     Where others removed the file, that is nothing: the session's comes back. Empty where the
 *     content is merged with what the project has
 * @param base the base from then on, where hunks stay open: the session's text without them.
 *     Nothing where all that the session has is decided
 */
public record Approval(
    ReviewedVersion seen,
    Optional<byte[]> content,
    Optional<ReviewedVersion> project,
    Optional<byte[]> base) {

  /** All of it, as it was seen. */
  public static Approval of(ReviewedVersion seen) {
    return new Approval(seen, Optional.empty(), Optional.empty(), Optional.empty());
  }
}
