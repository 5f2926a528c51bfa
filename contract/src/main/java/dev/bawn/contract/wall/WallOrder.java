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
      InsidePath at = mountPoint(wall);
      for (InsidePath above : writable) {
        if (at != null && at.text().startsWith(above.text() + "/")) {
          throw new IllegalStateException(
              at.text() + " would be mounted below the writable " + above.text());
        }
      }
      if (isWritable(wall)) {
        writable.add(at);
      }
    }
    return List.copyOf(walls);
  }

  private static boolean isWritable(Wall wall) {
    return wall instanceof Wall.BindWritable || wall instanceof Wall.Overlay;
  }

  /** No switch: a launch under the caller's own uid comes through here. */
  private static InsidePath mountPoint(Wall wall) {
    if (wall instanceof Wall.BindReadOnly bind) {
      return bind.to();
    }
    if (wall instanceof Wall.BindFiles bind) {
      return bind.to();
    }
    if (wall instanceof Wall.BindReadOnlyIfPresent bind) {
      return bind.to();
    }
    if (wall instanceof Wall.BindWritable bind) {
      return bind.to();
    }
    if (wall instanceof Wall.BindDevice bind) {
      return bind.to();
    }
    if (wall instanceof Wall.Overlay overlay) {
      return overlay.at();
    }
    if (wall instanceof Wall.Symlink link) {
      return link.at();
    }
    return ownMountPoint(wall);
  }

  private static InsidePath ownMountPoint(Wall wall) {
    if (wall instanceof Wall.Directory directory) {
      return directory.at();
    }
    if (wall instanceof Wall.Scratchpad pad) {
      return pad.at();
    }
    if (wall instanceof Wall.Cover cover) {
      return cover.at();
    }
    if (wall instanceof Wall.Processes processes) {
      return processes.at();
    }
    if (wall instanceof Wall.Devices devices) {
      return devices.at();
    }
    return null;
  }
}
