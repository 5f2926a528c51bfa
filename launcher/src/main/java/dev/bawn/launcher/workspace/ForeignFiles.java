package dev.bawn.launcher.workspace;

import dev.bawn.contract.agent.Uid;
import java.util.List;

/**
 * What it means for a session on an overlay that files of its project are another user's or
 * group's, and what mends it: the same words before a start and after it. The kernel copies a file
 * up with its owner and group, and the session's user namespace has numbers for one of each only.
 */
public final class ForeignFiles {

  /** What a session can do with them. */
  public static final String INSIDE = "can be read inside, and not changed";

  private ForeignFiles() {}

  /**
   * The command that makes them the session's.
   *
   * @param uid whose files it can change
   * @param gid whose group's
   * @param paths absolute ones, as words of a shell
   */
  public static String mend(Uid uid, Uid gid, List<String> paths) {
    return "sudo chown -R " + uid + ":" + gid + " " + String.join(" ", paths);
  }
}
