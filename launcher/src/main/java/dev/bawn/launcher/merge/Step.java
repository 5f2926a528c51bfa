package dev.bawn.launcher.merge;

import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.RawName;
import dev.bawn.launcher.review.RawPath;

/**
 * One path that a merge changes.
 *
 * @param number under which its files are kept
 * @param path what is changed
 * @param before what must be there
 * @param after what is there then
 * @param session what the session has there, which is the base from then on
 * @param fromBase whether {@code before} is what the session found
 */
record Step(
    int number, RawPath path, Version before, Version after, Version session, boolean fromBase) {

  /** The same step once its content was read. */
  Step with(Version read) {
    return after.isUnread() ? new Step(number, path, before, read, read, fromBase) : this;
  }

  /** Whether a directory is made, removed or given other permissions: nothing is staged for it. */
  boolean isOfDirectory() {
    return before.is(FileKind.DIRECTORY) || after.is(FileKind.DIRECTORY);
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
