package dev.bawn.launcher.workspace;

import dev.bawn.contract.agent.Uid;
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

  private ForeignFiles() {}

  /**
   * The command that gives the files to the session's user.
   *
   * @param uid the user whose files it can change
   * @param gid the group of that user
   * @param paths absolute ones, as shell arguments
   */
  public static String repair(Uid uid, Uid gid, List<String> paths) {
    return "sudo chown -R " + uid + ":" + gid + " " + String.join(" ", paths);
  }
}
