package dev.bawn.launcher.merge;

import dev.bawn.launcher.review.RawPath;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A change that is not merged.
 *
 * @param path the changed path
 * @param reason without a full stop
 * @param isConflict whether others changed it too; otherwise no merge carries such a change
 * @param before the kept copy of the file that an undo would have restored
 */
public record Waiting(RawPath path, String reason, boolean isConflict, Optional<Path> before) {

  /** A change without a kept copy. */
  public Waiting(RawPath path, String reason, boolean isConflict) {
    this(path, reason, isConflict, Optional.empty());
  }

  /** The reason if a merge with markers would write both sides into the file. */
  static final String SAME_LINES = "both sides changed the same lines";

  /** The same reason if the project had no such file before. */
  static final String BOTH_CREATED = "also created in the project";

  /** The reason if one of both is no regular file. */
  static final String OF_ANOTHER_KIND = "the project has something else there";

  /** The reason if the session or others wrote a file while bawn read it. */
  static final String BEING_CHANGED = "it is being changed";

  /** Tells whether the same merge may succeed when it is repeated. */
  public boolean isPassing() {
    return reason.equals(BEING_CHANGED);
  }

  /** Tells whether the project has something of another kind there: no review resolves that. */
  public boolean isInTheWay() {
    return reason.equals(OF_ANOTHER_KIND);
  }

  /** Tells whether a merge with markers would write both sides into the file. */
  public boolean takesMarkers() {
    return reason.equals(SAME_LINES) || reason.equals(BOTH_CREATED);
  }
}
