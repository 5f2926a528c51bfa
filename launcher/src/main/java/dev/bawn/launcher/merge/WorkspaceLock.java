package dev.bawn.launcher.merge;

import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.linux.Flock;
import dev.bawn.launcher.record.SessionName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * The lock on the workspace of a session. A merge, an undo, a rename, a copy and a removal hold it:
 * otherwise one of them moves or removes the files on which another one works.
 */
public final class WorkspaceLock {

  private WorkspaceLock() {}

  /**
   * Takes it.
   *
   * @param workspace the directory above the upper layer
   * @throws Refused if another command holds it, or if the workspace was moved or removed
   */
  public static Flock take(Path workspace, SessionName session) {
    try {
      Object before = key(workspace);
      Flock lock =
          Flock.take(workspace)
              .orElseThrow(() ->
                  new Refused(
                      "another command works on the changes of '" + session + "'",
                      "try again when it has ended"));
      try {
        if (key(workspace).equals(before)) {
          return lock;
        }
      } catch (IOException e) {
        lock.close();
        throw e;
      }
      lock.close();
      throw missing(session);
    } catch (NoSuchFileException e) {
      throw missing(session);
    } catch (IOException e) {
      throw new Failed(
          "the workspace of '" + session + "' cannot be opened: " + workspace,
          "make it readable: chmod u+rwx " + workspace);
    }
  }

  private static Object key(Path workspace) throws IOException {
    return Files.readAttributes(workspace, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
        .fileKey();
  }

  /** The refusal where the workspace is no longer at its path. */
  static Refused missing(SessionName session) {
    return new Refused(
        "session '" + session + "' was renamed or removed meanwhile",
        "list your sessions: bawn list");
  }
}
