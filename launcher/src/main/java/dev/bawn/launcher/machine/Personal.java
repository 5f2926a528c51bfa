package dev.bawn.launcher.machine;

import dev.bawn.launcher.mount.MountGate;
import dev.bawn.launcher.mount.MountSource;
import dev.bawn.launcher.mount.Purpose;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The files and the identity of the caller that a session can use. Every session gets the identity
 * for commits, and the rest only by an option.
 *
 * @param ssh the directory of keys and known hosts
 * @param agent the socket of the program that holds keys
 * @param git the files of git's settings
 * @param identity under which the caller commits
 */
public record Personal(
    Optional<MountSource> ssh,
    Optional<MountSource> agent,
    List<MountSource> git,
    GitIdentity identity) {

  /**
   * What options ask for.
   *
   * @param ssh keys and their agent
   * @param git git's settings
   */
  public record Wish(boolean ssh, boolean git) {}

  public Personal {
    git = List.copyOf(git);
  }

  static Personal of(
      Path home,
      Map<String, String> environment,
      MountGate gate,
      Wish wish,
      List<String> notShown) {
    String socket = environment.getOrDefault("SSH_AUTH_SOCK", "");
    List<MountSource> git = new ArrayList<>();
    if (wish.git()) {
      for (String file : List.of(".gitconfig", ".config/git")) {
        gate.found(home.resolve(file), Purpose.DOTFILE, notShown).ifPresent(git::add);
      }
    }
    return new Personal(
        wish.ssh() ? gate.opened(home.resolve(".ssh"), notShown) : Optional.empty(),
        wish.ssh() && socket.startsWith("/")
            ? gate.opened(Path.of(socket), notShown)
            : Optional.empty(),
        git,
        GitIdentity.of(home, environment, gate));
  }
}
