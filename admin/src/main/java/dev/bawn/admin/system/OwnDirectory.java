package dev.bawn.admin.system;

import dev.bawn.contract.layout.Layout;
import java.nio.file.Path;
import java.util.List;

/**
 * A directory that {@code init} makes.
 *
 * @param path where
 * @param permissions as {@code rwxr-xr-x}
 */
public record OwnDirectory(Path path, String permissions) {

  /** All of them, each after the one that it lies in. */
  public static List<OwnDirectory> of(Layout layout) {
    return List.of(
        new OwnDirectory(layout.settings().getParent(), "rwxr-xr-x"),
        new OwnDirectory(layout.keys(), "rwx------"),
        new OwnDirectory(layout.trusted(), "rwxr-xr-x"),
        new OwnDirectory(layout.toolDefinitions(), "rwxr-xr-x"),
        new OwnDirectory(layout.state(), "rwxr-xr-x"),
        new OwnDirectory(layout.agents(), "rwxr-xr-x"),
        new OwnDirectory(layout.mirrors(), "rwx--x--x"),
        new OwnDirectory(layout.tools(), "rwxr-xr-x"),
        new OwnDirectory(layout.state().resolve("scratch"), "rwx--x--x"),
        new OwnDirectory(layout.homes(), "rwx--x---"));
  }
}
