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
      if (wall instanceof Wall.BindWritable bind) {
        writable.add(bind.to());
      }
    }
    return List.copyOf(walls);
  }

  private static InsidePath mountPoint(Wall wall) {
    return switch (wall) {
      case Wall.BindReadOnly bind -> bind.to();
      case Wall.BindReadOnlyIfPresent bind -> bind.to();
      case Wall.BindWritable bind -> bind.to();
      case Wall.Symlink link -> link.at();
      case Wall.Directory directory -> directory.at();
      case Wall.Scratchpad pad -> pad.at();
      case Wall.Cover cover -> cover.at();
      case Wall.Processes processes -> processes.at();
      case Wall.Devices devices -> devices.at();
      default -> null;
    };
  }
}
