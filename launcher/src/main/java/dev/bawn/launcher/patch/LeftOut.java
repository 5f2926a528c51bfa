package dev.bawn.launcher.patch;

import dev.bawn.launcher.review.GitFiles;
import dev.bawn.launcher.review.RawPath;

/**
 * A change that a patch cannot contain.
 *
 * @param path the changed path
 * @param reason without a full stop
 */
public record LeftOut(RawPath path, String reason) {

  /** Tells whether it is one of git's own files; a repository has many. */
  public boolean isOfGit() {
    return GitFiles.areInDotGit(path);
  }
}
