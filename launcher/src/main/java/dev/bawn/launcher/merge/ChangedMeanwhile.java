package dev.bawn.launcher.merge;

import dev.bawn.launcher.review.RawPath;
import java.io.IOException;

/** A path is no longer as it was when the merge was decided. */
final class ChangedMeanwhile extends IOException {

  private static final long serialVersionUID = 1;

  ChangedMeanwhile(RawPath path) {
    this(path, "was changed just now");
  }

  private ChangedMeanwhile(RawPath path, String what) {
    super(path.shown() + " " + what);
  }

  /** A file disappeared before it could be read. */
  static ChangedMeanwhile disappeared(RawPath path) {
    return new ChangedMeanwhile(path, "disappeared while bawn read it");
  }
}
