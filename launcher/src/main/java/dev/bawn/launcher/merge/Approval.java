package dev.bawn.launcher.merge;

import java.util.Optional;

/**
 * What a review decided about one path that is to be merged.
 *
 * @param seen what the session had then
 * @param content what is merged in the place of all that the session has: some of its hunks, or a
 *     text that was edited
 * @param project what the project had when that text was made of both; it is put in place as it is.
 *     Nothing where the content is merged with what the project has
 */
public record Approval(Seen seen, Optional<byte[]> content, Optional<Seen> project) {

  /** All of it, as it was seen. */
  public static Approval of(Seen seen) {
    return new Approval(seen, Optional.empty(), Optional.empty());
  }
}
