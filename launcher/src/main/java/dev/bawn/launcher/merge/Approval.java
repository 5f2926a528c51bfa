package dev.bawn.launcher.merge;

import java.util.Optional;

/**
 * The decision of a review about one path that is to be merged.
 *
 * @param seen the session's version at that time
 * @param content the text to merge instead of the session's whole file: some of its hunks, or an
 *     edited text
 * @param project the project's version from which that text was made; the text then replaces it as
 *     it is. {@link ReviewedVersion#NOTHING} if others removed the file: the session's is restored.
 *     Empty if the content is merged with the project's file
 * @param base the base from then on, if hunks stay open: the session's text without them. Empty if
 *     the whole file is decided
 */
public record Approval(
    ReviewedVersion seen,
    Optional<byte[]> content,
    Optional<ReviewedVersion> project,
    Optional<byte[]> base) {

  /** The approval of the whole file, as it was seen. */
  public static Approval of(ReviewedVersion seen) {
    return new Approval(seen, Optional.empty(), Optional.empty(), Optional.empty());
  }
}
