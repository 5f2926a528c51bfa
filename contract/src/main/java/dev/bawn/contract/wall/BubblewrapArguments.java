package dev.bawn.contract.wall;

import dev.bawn.contract.failure.Refused;
import java.util.ArrayList;
import java.util.List;

/**
 * Renders walls as arguments of bubblewrap(1), one to one and in order. The only place that knows
 * its options.
 */
public final class BubblewrapArguments {

  private BubblewrapArguments() {}

  /** The arguments, without the program's name before and the command after them. */
  public static List<String> of(List<Wall> walls) {
    List<String> arguments = new ArrayList<>();
    for (Wall wall : walls) {
      arguments.addAll(of(wall));
    }
    return arguments;
  }

  /**
   * The walls that such arguments build.
   *
   * @throws IllegalArgumentException if one of them is none of ours
   */
  public static List<Wall> walls(List<String> arguments) {
    try {
      return new ArgumentsReader(arguments).walls();
    } catch (Refused e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  /**
   * No switch over types, which costs a JVM 20 ms at its first use: a launch under the caller's own
   * uid comes through here. In its place a rendering for each group of walls.
   */
  private static List<String> of(Wall wall) {
    List<String> bind = bind(wall);
    if (bind != null) {
      return bind;
    }
    List<String> made = made(wall);
    if (made != null) {
      return made;
    }
    List<String> environment = environment(wall);
    return environment != null ? environment : identity(wall);
  }

  /** What shows something of the host. */
  private static List<String> bind(Wall wall) {
    if (wall instanceof Wall.BindReadOnly bind) {
      return List.of("--ro-bind", bind.from().text(), bind.to().text());
    }
    if (wall instanceof Wall.BindReadOnlyIfPresent bind) {
      return List.of("--ro-bind-try", bind.from().text(), bind.to().text());
    }
    if (wall instanceof Wall.BindWritable bind) {
      return List.of("--bind", bind.from().text(), bind.to().text());
    }
    if (wall instanceof Wall.KeepReadOnly kept) {
      return List.of("--ro-bind", kept.from().text(), kept.at().text());
    }
    if (wall instanceof Wall.BindDevice bind) {
      return List.of("--dev-bind", bind.from().text(), bind.to().text());
    }
    if (wall instanceof Wall.Overlay overlay) {
      List<String> arguments = new ArrayList<>();
      for (HostPath layer : overlay.layers()) {
        arguments.add("--overlay-src");
        arguments.add(layer.text());
      }
      arguments.add("--overlay");
      arguments.add(overlay.upper().text());
      arguments.add(overlay.work().text());
      arguments.add(overlay.at().text());
      return arguments;
    }
    return null;
  }

  /** What is made for the session. */
  private static List<String> made(Wall wall) {
    if (wall instanceof Wall.Symlink link) {
      return List.of("--symlink", link.target(), link.at().text());
    }
    if (wall instanceof Wall.Directory directory) {
      return List.of("--perms", directory.mode().octal(), "--dir", directory.at().text());
    }
    if (wall instanceof Wall.Scratchpad pad) {
      return List.of("--perms", pad.mode().octal(), "--tmpfs", pad.at().text());
    }
    if (wall instanceof Wall.Cover cover) {
      String at = cover.at().text();
      return List.of("--perms", Mode.READ_ONLY.octal(), "--tmpfs", at, "--remount-ro", at);
    }
    if (wall instanceof Wall.Processes processes) {
      return List.of("--proc", processes.at().text());
    }
    if (wall instanceof Wall.Devices devices) {
      return List.of("--dev", devices.at().text());
    }
    if (wall instanceof Wall.MakeReadOnly place) {
      return List.of("--remount-ro", place.at().text());
    }
    return null;
  }

  private static List<String> environment(Wall wall) {
    if (wall instanceof Wall.ClearEnvironment) {
      return List.of("--clearenv");
    }
    if (wall instanceof Wall.SetEnvironment variable) {
      return List.of("--setenv", variable.name(), variable.value());
    }
    if (wall instanceof Wall.WorkingDirectory place) {
      return List.of("--chdir", place.at().text());
    }
    return null;
  }

  /** What the session is and may be. */
  private static List<String> identity(Wall wall) {
    if (wall instanceof Wall.Unshare unshare) {
      return List.of(unshare.namespace().option());
    }
    if (wall instanceof Wall.DisableUserNamespaces) {
      return List.of("--disable-userns");
    }
    if (wall instanceof Wall.DieWithParent) {
      return List.of("--die-with-parent");
    }
    if (wall instanceof Wall.DropCapabilities) {
      return List.of("--cap-drop", "ALL");
    }
    if (wall instanceof Wall.RunAs ids) {
      return List.of("--uid", ids.uid().toString(), "--gid", ids.gid().toString());
    }
    if (wall instanceof Wall.Hostname hostname) {
      return List.of("--hostname", hostname.name());
    }
    throw new IllegalStateException("no rendering for " + wall.getClass().getSimpleName());
  }
}
