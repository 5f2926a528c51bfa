package dev.bawn.launcher.merge;

import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.RawName;
import dev.bawn.launcher.review.RawPath;
import java.util.Optional;

/**
 * One path that a merge changes.
 *
 * @param number under which its files are kept
 * @param path what is changed
 * @param before what must be there
 * @param after what is there then
 * @param session what the session has there, which is the base from then on
 * @param fromBase whether {@code before} is what the session found
 * @param from where the session moved this file from, if the merge removes it there
 */
record MergeStep(
    int number,
    RawPath path,
    Version before,
    Version after,
    Version session,
    boolean fromBase,
    Optional<RawPath> from) {

  /** The same step once its content was read. */
  MergeStep with(Version read) {
    return after.isUnread()
        ? new MergeStep(number, path, before, read, read, fromBase, from)
        : this;
  }

  /** The step that takes it back. A program that had a replaced file open may write to it still. */
  MergeStep taken() {
    Version kept = before.is(FileKind.FILE) ? Version.unread(before.mode()) : before;
    return new MergeStep(number, path, after, kept, Version.NONE, false, Optional.empty());
  }

  /** The same step of a file that the session moved. */
  MergeStep movedFrom(RawPath place) {
    return new MergeStep(number, path, before, after, session, fromBase, Optional.of(place));
  }

  /** Whether a directory is made, removed or given other permissions: nothing is staged for it. */
  boolean isOfDirectory() {
    return before.is(FileKind.DIRECTORY) || after.is(FileKind.DIRECTORY);
  }

  /** Whether a directory is there only before it, or only afterwards. */
  boolean makesOrRemovesDirectory() {
    return isOfDirectory() && (before.isNothing() || after.isNothing());
  }

  /** Whether the project has by now what the session made of it. */
  boolean changesNothing() {
    return before.equals(after);
  }

  /** The name of its files. */
  RawName name() {
    return new RawName(Integer.toString(number));
  }
}
