package dev.bawn.launcher.machine;

import dev.bawn.launcher.mount.MountGate;
import dev.bawn.launcher.mount.MountSource;
import dev.bawn.launcher.mount.Purpose;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The directories below a home directory in which version managers and package managers install
 * programs. Their settings, caches and credentials are not visible. So only directories of programs
 * are named here, never their parents, in which the next credential that is saved would be visible;
 * and the files that select a version, without which the wrappers ({@code shims}) of a manager
 * start nothing.
 */
final class Toolchains {

  /** The paths; a star stands for any name. */
  private static final List<String> PLACES =
      List.of(
          ".asdf/asdf.sh",
          ".asdf/bin",
          ".asdf/installs/*/*/bin",
          ".asdf/installs/*/*/lib",
          ".asdf/lib",
          ".asdf/libexec",
          ".asdf/plugins",
          ".asdf/shims",
          ".bun/bin",
          ".cargo/bin",
          ".deno/bin",
          ".local/bin",
          ".local/lib/node_modules",
          ".local/pipx/venvs",
          ".local/share/claude/versions",
          ".local/share/mise/installs/*/*/bin",
          ".local/share/mise/installs/*/*/include",
          ".local/share/mise/installs/*/*/lib",
          ".local/share/mise/installs/*/*/libexec",
          ".local/share/mise/installs/*/*/share",
          ".local/share/mise/shims",
          ".local/share/pipx/venvs",
          ".local/share/pnpm/global",
          ".local/share/uv/python",
          ".local/share/uv/tools",
          ".npm-global/bin",
          ".npm-global/lib",
          ".nvm/alias",
          ".nvm/nvm.sh",
          ".nvm/versions/node/*/bin",
          ".nvm/versions/node/*/include",
          ".nvm/versions/node/*/lib",
          ".opencode/bin",
          ".pyenv/bin",
          ".pyenv/libexec",
          ".pyenv/shims",
          ".pyenv/version",
          ".pyenv/versions",
          ".rbenv/bin",
          ".rbenv/libexec",
          ".rbenv/shims",
          ".rbenv/version",
          ".rbenv/versions",
          ".rustup/settings.toml",
          ".rustup/toolchains",
          ".sdkman/bin",
          ".sdkman/candidates",
          ".tool-versions",
          ".volta/bin",
          ".volta/tools",
          "go/bin");

  private Toolchains() {}

  /**
   * The existing directories that may be visible, sorted by name.
   *
   * @param notShown gets a sentence for each other
   */
  static List<MountSource> below(Path home, MountGate gate, List<String> notShown) {
    List<Path> found = new ArrayList<>();
    for (String place : PLACES) {
      collect(home, place, found);
    }
    List<MountSource> shown = new ArrayList<>();
    for (Path path : found) {
      gate.found(path, Purpose.TOOLCHAIN, notShown).ifPresent(shown::add);
    }
    return shown;
  }

  private static void collect(Path parent, String place, List<Path> found) {
    int star = place.indexOf("*/");
    if (star < 0) {
      Path path = parent.resolve(place);
      if (Files.exists(path)) {
        found.add(path);
      }
      return;
    }
    try (DirectoryStream<Path> entries =
        Files.newDirectoryStream(parent.resolve(place.substring(0, star)))) {
      for (Path entry : entries) {
        // a link to another version is not followed
        if (!Files.isSymbolicLink(entry)) {
          collect(entry, place.substring(star + 2), found);
        }
      }
    } catch (IOException e) {
      // missing or unreadable: there is nothing to show
      return;
    }
  }
}
