package dev.bawn.launcher.merge;

import dev.bawn.launcher.review.RawPath;
import java.io.IOException;

/** Something is not what it was when the merge was decided. */
final class ChangedMeanwhile extends IOException {

  private static final long serialVersionUID = 1;

  ChangedMeanwhile(RawPath path) {
    super(path.shown());
  }
}
