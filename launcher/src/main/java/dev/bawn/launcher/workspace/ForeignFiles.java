package dev.bawn.launcher.workspace;

import dev.bawn.contract.agent.Uid;
import java.util.List;

/**
 * The effect on a session with an overlay if files of its project belong to another user or group,
 * and the command that solves it: the same texts before and after a start. The kernel copies a file
 * up with its owner and group, and the session's user namespace maps only one of each.
 */
public final class ForeignFiles {

  /** The description of what a session can do with them. */
  public static final String INSIDE = "can be read inside, and not changed";

  private ForeignFiles() {}

  /**
   * The command that gives the files to the session's user.
   *
   * @param uid the user whose files it can change
   * @param gid the group of that user
   * @param paths absolute ones, as shell arguments
   */
  public static String mend(Uid uid, Uid gid, List<String> paths) {
    return "sudo chown -R " + uid + ":" + gid + " " + String.join(" ", paths);
  }
}
