package dev.bawn.launcher.merge;

import dev.bawn.launcher.review.RawPath;

/**
 * A change that is not merged.
 *
 * @param path what was changed
 * @param reason why it waits, without a full stop
 * @param isConflict whether others changed it too; else no merge carries such a thing
 */
public record Waiting(RawPath path, String reason, boolean isConflict) {

  /** The reason where a merge with markers writes both sides into the file. */
  static final String SAME_LINES = "both changed the same lines";

  /** Whether a merge with markers writes both sides into the file. */
  public boolean takesMarkers() {
    return reason.equals(SAME_LINES);
  }
}
