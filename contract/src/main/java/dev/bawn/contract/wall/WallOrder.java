package dev.bawn.contract.wall;

import java.util.ArrayList;
import java.util.List;

/**
 * The rule that no mount point lies below a directory that a session can write: bubblewrap 0.8
 * follows a symlink that the session planted there, out to the host.
 */
public final class WallOrder {

  private WallOrder() {}

  /**
   * @return the same walls
   * @throws IllegalStateException if a wall is mounted below one that the session can write
   */
  public static List<Wall> checked(List<Wall> walls) {
    List<InsidePath> writable = new ArrayList<>();
    for (Wall wall : walls) {
      if (wall instanceof Wall.Mount mount) {
        requireNotBelow(writable, mount);
        if (mount.isWritable()) {
          writable.add(mount.at());
        }
      }
    }
    return List.copyOf(walls);
  }

  private static void requireNotBelow(List<InsidePath> writable, Wall.Mount mount) {
    for (InsidePath above : writable) {
      if (!mount.isKept() && mount.at().text().startsWith(above.text() + "/")) {
        throw new IllegalStateException(
            mount.at().text() + " would be mounted below the writable " + above.text());
      }
    }
  }
}
