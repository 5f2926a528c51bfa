package dev.bawn.contract.wall;

import java.util.List;

/**
 * Renders walls as arguments of bubblewrap(1), one to one and in order. The only place that knows
 * its options.
 */
public final class BubblewrapArguments {

  private BubblewrapArguments() {}

  /** The arguments, without the program's name before and the command after them. */
  public static List<String> of(List<Wall> walls) {
    return walls.stream().flatMap(wall -> of(wall).stream()).toList();
  }

  private static List<String> of(Wall wall) {
    return switch (wall) {
      case Wall.Unshare unshare -> List.of(unshare.namespace().option());
      case Wall.DisableUserNamespaces _ -> List.of("--disable-userns");
      case Wall.DieWithParent _ -> List.of("--die-with-parent");
      case Wall.DropCapabilities _ -> List.of("--cap-drop", "ALL");
      case Wall.RunAs ids -> List.of("--uid", ids.uid().toString(), "--gid", ids.gid().toString());
      case Wall.Hostname hostname -> List.of("--hostname", hostname.name());
      case Wall.BindReadOnly bind -> List.of("--ro-bind", bind.from().text(), bind.to().text());
      case Wall.BindReadOnlyIfPresent bind ->
          List.of("--ro-bind-try", bind.from().text(), bind.to().text());
      case Wall.BindWritable bind -> List.of("--bind", bind.from().text(), bind.to().text());
      case Wall.Symlink link -> List.of("--symlink", link.target(), link.at().text());
      case Wall.Directory directory ->
          List.of("--perms", directory.mode().octal(), "--dir", directory.at().text());
      case Wall.Scratchpad pad ->
          List.of("--perms", pad.mode().octal(), "--tmpfs", pad.at().text());
      case Wall.Cover cover ->
          List.of(
              "--perms",
              Mode.READ_ONLY.octal(),
              "--tmpfs",
              cover.at().text(),
              "--remount-ro",
              cover.at().text());
      case Wall.Processes processes -> List.of("--proc", processes.at().text());
      case Wall.Devices devices -> List.of("--dev", devices.at().text());
      case Wall.SetEnvironment variable -> List.of("--setenv", variable.name(), variable.value());
      case Wall.MakeReadOnly place -> List.of("--remount-ro", place.at().text());
      case Wall.WorkingDirectory place -> List.of("--chdir", place.at().text());
    };
  }
}
