package dev.bawn.launcher.merge;

import java.io.IOException;

/** A path is no longer as it was when it was reviewed. */
final class ChangedSinceReview extends IOException {

  private static final long serialVersionUID = 1;

  ChangedSinceReview(String what) {
    super(what + " since it was reviewed");
  }
}
