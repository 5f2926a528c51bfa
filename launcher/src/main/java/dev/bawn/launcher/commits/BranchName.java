package dev.bawn.launcher.commits;

import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.launcher.review.RawPath;

/**
 * A name for a branch of the project, as the user typed it.
 *
 * @param text git accepts it
 */
public record BranchName(String text) {

  /** The longest part of a name in bytes: a file name has 255, and git appends ".lock". */
  private static final int LONGEST = 250;

  /**
   * A typed name.
   *
   * @param hint what to type instead
   * @throws WrongUsage if git accepts no branch of this name
   */
  public static BranchName of(String text, String hint) {
    if (text.startsWith("refs/")) {
      throw new WrongUsage(
          "'" + Printable.of(text) + "' is a reference; expected the name of a branch",
          "leave out refs/heads/; for example: " + hint);
    }
    if (!Reference.isBranchName(text) || !isShort(text)) {
      throw new WrongUsage(
          "'" + Printable.of(text) + "' is not a valid name of a branch",
          "try another name: " + hint);
    }
    return new BranchName(text);
  }

  /** Tells whether each part of a name can be the name of a file. */
  static boolean isShort(String name) {
    for (String part : name.split("/")) {
      if (RawPath.raw(part).length() > LONGEST) {
        return false;
      }
    }
    return true;
  }
}
