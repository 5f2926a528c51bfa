package dev.bawn.launcher.workspace;

import dev.bawn.contract.agent.Uid;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The effect on a session with an overlay if files of its project belong to another user or group,
 * and the command that solves it: the same texts before and after a start. The kernel copies a file
 * up with its owner and group, and the session's user namespace maps only one of each.
 */
public final class ForeignFiles {

  private static final String OTHERS = " to another user or group: the session cannot change ";

  /** The description of one of them, after its path. */
  public static final String ONE =
      " belongs" + OTHERS + "it, and reads it only where its mode permits";

  /** The description of all of them. */
  public static final String ALL =
      "these belong"
          + OTHERS
          + "them or files in such a directory, and reads them only where their mode permits";

  /** The solution where the directory with all of them is not the user's to give away. */
  public static final String COPY =
      "the project belongs to another user: work on a copy of your own";

  private ForeignFiles() {}

  /**
   * The command that gives the files to the session's user, or {@link #COPY}.
   *
   * @param areTheUsers whether the directory with all of them {@link #isOf belongs to the user}
   * @param uid the user whose files it can change
   * @param gid the group of that user
   * @param paths absolute ones, as shell arguments
   */
  public static String repair(boolean areTheUsers, Uid uid, Uid gid, List<String> paths) {
    return areTheUsers ? "sudo chown -R " + uid + ":" + gid + " " + String.join(" ", paths) : COPY;
  }

  /** Tells whether a directory belongs to the user. */
  public static boolean isOf(Path top, Uid uid) {
    try {
      return Files.getAttribute(top, "unix:uid").equals(uid.number());
    } catch (IOException e) {
      return false;
    }
  }
}
