package dev.bawn.launcher.patch;

import dev.bawn.launcher.review.Moves;
import dev.bawn.launcher.review.RawPath;
import java.util.Arrays;
import java.util.Optional;

/**
 * The change of one file in git's format: see git-diff(1), "Generating patch text with -p".
 *
 * @param path of the file
 * @param move the old path, if it was moved
 * @param before empty for a new file
 * @param after empty for a removed file
 */
record FilePatch(
    RawPath path,
    Optional<Moves.Move> move,
    Optional<FileVersion> before,
    Optional<FileVersion> after) {

  private static final String NO_BLOB = "0".repeat(40);
  private static final String NOTHING = "/dev/null";

  /**
   * This patch with a prefix before its paths.
   *
   * @param prefix empty, or with a slash at its end
   */
  FilePatch below(String prefix) {
    return new FilePatch(
        new RawPath(prefix + path.bytes()), move.map(each -> each.below(prefix)), before, after);
  }

  /** The whole patch, one character for each byte. */
  String text() {
    StringBuilder text = new StringBuilder(head());
    if (isSameContent()) {
      return text.toString();
    }
    text.append("index ").append(blob(before)).append("..").append(blob(after));
    if (before.isPresent() && after.isPresent() && before.get().mode() == after.get().mode()) {
      text.append(' ').append(after.get().mode().word);
    }
    text.append('\n');
    return text.append(isText() ? lines() : contents()).toString();
  }

  /** The lines before the content: names and modes. */
  String head() {
    String head = "diff --git " + oldName() + " " + GitName.of("b", path) + "\n";
    if (before.isEmpty()) {
      return head + "new file mode " + after.orElseThrow().mode().word + "\n";
    }
    String mode = before.get().mode().word;
    if (after.isEmpty()) {
      return head + "deleted file mode " + mode + "\n";
    }
    String now = after.get().mode().word;
    return head
        + (mode.equals(now) ? "" : "old mode " + mode + "\nnew mode " + now + "\n")
        + move.map(this::renaming).orElse("");
  }

  private String renaming(Moves.Move from) {
    return "similarity index "
        + from.percent()
        + "%\nrename from "
        + GitName.of(from.from())
        + "\nrename to "
        + GitName.of(path)
        + "\n";
  }

  private String oldName() {
    return GitName.of("a", move.map(Moves.Move::from).orElse(path));
  }

  /** Tells whether only the mode differs. */
  boolean isSameContent() {
    return before.isPresent()
        && after.isPresent()
        && Arrays.equals(before.get().content(), after.get().content());
  }

  /** Tells whether lines can be displayed. */
  boolean isText() {
    return before.map(FileVersion::isText).orElse(true)
        && after.map(FileVersion::isText).orElse(true);
  }

  /** The difference line by line; empty if there is none. */
  String lines() {
    String hunks =
        TextHunks.of(
            before.map(FileVersion::text).orElse(""), after.map(FileVersion::text).orElse(""));
    if (hunks.isEmpty()) {
      return "";
    }
    return "--- "
        + (before.isPresent() ? GitName.ended(oldName()) : NOTHING)
        + "\n+++ "
        + (after.isPresent() ? GitName.ended(GitName.of("b", path)) : NOTHING)
        + "\n"
        + hunks;
  }

  /** Both contents as they are, so that the patch can be reverted. */
  private String contents() {
    return "GIT binary patch\n" + BinaryHunk.of(content(after)) + BinaryHunk.of(content(before));
  }

  private static byte[] content(Optional<FileVersion> version) {
    return version.map(FileVersion::content).orElseGet(() -> new byte[0]);
  }

  private static String blob(Optional<FileVersion> version) {
    return version.map(FileVersion::blob).orElse(NO_BLOB);
  }
}
