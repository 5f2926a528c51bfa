package dev.bawn.launcher.merge;

import dev.bawn.launcher.review.RawPath;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A change that is not merged.
 *
 * @param path what was changed
 * @param reason why it waits, without a full stop
 * @param isConflict whether others changed it too; else no merge carries such a thing
 * @param before where the file is kept that an undo would have restored
 */
public record Waiting(RawPath path, String reason, boolean isConflict, Optional<Path> before) {

  /** One without a file before. */
  public Waiting(RawPath path, String reason, boolean isConflict) {
    this(path, reason, isConflict, Optional.empty());
  }

  /** The reason where a merge with markers writes both sides into the file. */
  static final String SAME_LINES = "both changed the same lines";

  /** The same where the project had no such file before. */
  static final String BOTH_CREATED = "others created it, too";

  /** The reason where the session or others wrote a file while bawn read it. */
  static final String BEING_CHANGED = "it is being changed";

  /** Whether the same merge may succeed when it is typed again. */
  public boolean isPassing() {
    return reason.equals(BEING_CHANGED);
  }

  /** Whether a merge with markers writes both sides into the file. */
  public boolean takesMarkers() {
    return reason.equals(SAME_LINES) || reason.equals(BOTH_CREATED);
  }
}
