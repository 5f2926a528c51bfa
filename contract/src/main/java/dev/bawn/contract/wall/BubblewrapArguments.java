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
      arguments.addAll(of(wall, false));
    }
    return arguments;
  }

  /**
   * What {@code open-mounts} is told, which opens the paths of the host and hands bubblewrap
   * descriptors in their place: for each wall a count and as many words. The words are the
   * arguments, and before each path of the host stands its identity.
   */
  public static List<String> counted(List<Wall> walls) {
    List<String> words = new ArrayList<>();
    for (Wall wall : walls) {
      List<String> each = of(wall, true);
      words.add(Integer.toString(each.size()));
      words.addAll(each);
    }
    return words;
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
  private static List<String> of(Wall wall, boolean withIdentity) {
    List<String> bind = bind(wall, withIdentity);
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
  private static List<String> bind(Wall wall, boolean withIdentity) {
    if (wall instanceof Wall.BindReadOnly bind) {
      return bind("--ro-bind", bind.from(), bind.to(), withIdentity);
    }
    if (wall instanceof Wall.BindFiles bind) {
      return bind(readOnly(withIdentity), bind.from(), bind.to(), withIdentity);
    }
    if (wall instanceof Wall.BindReadOnlyIfPresent bind) {
      return bind("--ro-bind-try", bind.from(), bind.to(), withIdentity);
    }
    if (wall instanceof Wall.BindWritable bind) {
      return bind("--bind", bind.from(), bind.to(), withIdentity);
    }
    if (wall instanceof Wall.KeepReadOnly kept) {
      return bind(readOnly(withIdentity), kept.from(), kept.at(), withIdentity);
    }
    if (wall instanceof Wall.KeepInPlace kept) {
      return bind("--bind", kept.from(), kept.at(), withIdentity);
    }
    if (wall instanceof Wall.BindDevice bind) {
      return bind("--dev-bind", bind.from(), bind.to(), withIdentity);
    }
    return wall instanceof Wall.Overlay overlay ? overlay(overlay, withIdentity) : null;
  }

  /** What opens the mounts leaves sockets out. */
  private static String readOnly(boolean withIdentity) {
    return withIdentity ? "--ro-files" : "--ro-bind";
  }

  private static List<String> bind(
      String option, HostPath from, InsidePath to, boolean withIdentity) {
    List<String> arguments = new ArrayList<>();
    arguments.add(option);
    host(arguments, from, withIdentity);
    arguments.add(to.text());
    return arguments;
  }

  private static List<String> overlay(Wall.Overlay overlay, boolean withIdentity) {
    List<String> arguments = new ArrayList<>();
    for (HostPath layer : overlay.layers()) {
      arguments.add("--overlay-src");
      host(arguments, layer, withIdentity);
    }
    arguments.add("--overlay");
    host(arguments, overlay.upper(), withIdentity);
    host(arguments, overlay.work(), withIdentity);
    arguments.add(overlay.at().text());
    return arguments;
  }

  private static void host(List<String> arguments, HostPath path, boolean withIdentity) {
    if (withIdentity) {
      arguments.add(path.identity());
    }
    arguments.add(path.text());
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
