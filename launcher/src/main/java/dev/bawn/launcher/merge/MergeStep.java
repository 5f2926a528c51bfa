package dev.bawn.launcher.merge;

import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.RawName;
import dev.bawn.launcher.review.RawPath;
import java.util.Optional;

/**
 * A change of one path by a merge.
 *
 * @param number the name of its files
 * @param path the changed path
 * @param before the expected version of the project
 * @param after the version after the step
 * @param session the session's version, which is the base from then on
 * @param fromBase whether {@code before} is the version that the session found
 * @param from the old path of a moved file, if the merge removes it there
 */
record MergeStep(
    int number,
    RawPath path,
    Version before,
    Version after,
    Version session,
    boolean fromBase,
    Optional<RawPath> from) {

  /** This step with the content that was read. */
  MergeStep with(Version read) {
    return after.isUnread()
        ? new MergeStep(number, path, before, read, read, fromBase, from)
        : this;
  }

  /**
   * The reverse of this step. The content of a replaced file is read again: a program that had it
   * open may still write to it.
   */
  MergeStep taken() {
    Version kept = before.is(FileKind.FILE) ? Version.unread(before.mode()) : before;
    return new MergeStep(number, path, after, kept, Version.NONE, false, Optional.empty());
  }

  /** This step for a file that the session moved. */
  MergeStep movedFrom(RawPath place) {
    return new MergeStep(number, path, before, after, session, fromBase, Optional.of(place));
  }

  /**
   * Tells whether a directory is made, removed or given other permissions: then nothing is staged.
   */
  boolean isOfDirectory() {
    return before.is(FileKind.DIRECTORY) || after.is(FileKind.DIRECTORY);
  }

  /** Tells whether a directory exists only before or only after the step. */
  boolean makesOrRemovesDirectory() {
    return isOfDirectory() && (before.isNothing() || after.isNothing());
  }

  /** Tells whether a directory that its owner may not write becomes writable. */
  boolean opensDirectory() {
    return before.is(FileKind.DIRECTORY)
        && after.is(FileKind.DIRECTORY)
        && Staging.isClosed(before.mode())
        && !Staging.isClosed(after.mode());
  }

  /** Tells whether the project already has the session's version. */
  boolean changesNothing() {
    return before.equals(after);
  }

  /** The name of its files in the directories of the merge. */
  RawName name() {
    return new RawName(Integer.toString(number));
  }
}
