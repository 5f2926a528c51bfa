package dev.bawn.launcher.machine;

import dev.bawn.launcher.mount.MountGate;
import dev.bawn.launcher.mount.MountSource;
import dev.bawn.launcher.mount.Purpose;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The files and the identity of the caller that a session can use. Every session gets the identity
 * for commits, and the files only by an option.
 *
 * @param git the files of git's settings
 * @param identity under which the caller commits
 */
public record Personal(List<MountSource> git, GitIdentity identity) {

  public Personal {
    git = List.copyOf(git);
  }

  static Personal of(
      Path home,
      Map<String, String> environment,
      MountGate gate,
      boolean withGit,
      List<String> notShown) {
    List<MountSource> git = new ArrayList<>();
    if (withGit) {
      for (String file : List.of(".gitconfig", ".config/git")) {
        gate.found(home.resolve(file), Purpose.DOTFILE, notShown).ifPresent(git::add);
      }
    }
    return new Personal(git, GitIdentity.of(home, environment, gate));
  }
}
