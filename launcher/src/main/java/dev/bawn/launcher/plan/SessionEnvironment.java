package dev.bawn.launcher.plan;

import dev.bawn.contract.wall.InsidePath;
import dev.bawn.contract.wall.Wall;
import dev.bawn.launcher.machine.Host;
import dev.bawn.launcher.mount.MountSource;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The variables that every session has, whatever its caller's environment is. Pure. */
final class SessionEnvironment {

  private static final List<String> ALWAYS =
      List.of("/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin");

  /** Where programs look for themselves, which would be in a home that they are not in. */
  private static final List<List<String>> OWN_PLACES =
      List.of(
          List.of(".rustup/toolchains", "RUSTUP_HOME", ".rustup"),
          List.of(".nvm/nvm.sh", "NVM_DIR", ".nvm"),
          List.of(".sdkman/candidates", "SDKMAN_DIR", ".sdkman"),
          List.of(".pyenv/versions", "PYENV_ROOT", ".pyenv"),
          List.of(".rbenv/versions", "RBENV_ROOT", ".rbenv"),
          List.of(".volta/bin", "VOLTA_HOME", ".volta"),
          List.of(".local/share/mise/shims", "MISE_DATA_DIR", ".local/share/mise"),
          List.of(".asdf/shims", "ASDF_DATA_DIR", ".asdf"));

  private SessionEnvironment() {}

  /**
   * The variables.
   *
   * @param shown what is seen inside at its own path
   * @param replacements a directory with programs that run in place of others of the same name,
   *     where the session sees it
   */
  static List<Wall> of(
      Host host, SessionFacts request, InsidePath home, List<Path> shown, Path replacements) {
    List<Wall> walls = new ArrayList<>();
    walls.add(new Wall.SetEnvironment("HOME", home.text()));
    walls.add(new Wall.SetEnvironment("PATH", path(host, home, shown, replacements)));
    walls.add(new Wall.SetEnvironment("USER", SessionWalls.USER));
    walls.add(new Wall.SetEnvironment("LOGNAME", SessionWalls.USER));
    walls.add(new Wall.SetEnvironment("SHELL", host.shell().toString()));
    walls.add(new Wall.SetEnvironment("LANG", "C.UTF-8"));
    for (List<String> place : OWN_PLACES) {
      if (isShown(host, host.home().resolve(place.getFirst()))) {
        String value = host.home().resolve(place.get(2)).toString();
        walls.add(new Wall.SetEnvironment(place.get(1), value));
      }
    }
    request
        .program()
        .wishes()
        .variables()
        .forEach((name, value) -> walls.add(new Wall.SetEnvironment(name, value)));
    request
        .login()
        .flatMap(login -> login.login().variable())
        .ifPresent(name -> walls.add(new Wall.SetEnvironment(name, SharedLogin.STORE)));
    for (Variable variable : request.options().variables()) {
      walls.add(new Wall.SetEnvironment(variable.name(), variable.value()));
    }
    walls.add(new Wall.SetEnvironment("BAWN_SESSION", request.name().text()));
    return walls;
  }

  private static boolean isShown(Host host, Path toolchain) {
    for (MountSource shown : host.toolchains()) {
      if (shown.named().equals(toolchain)) {
        return true;
      }
    }
    return false;
  }

  /** The caller's, as far as it leads to what is seen, and then where programs always are. */
  private static String path(Host host, InsidePath home, List<Path> shown, Path replacements) {
    List<Path> callers = new ArrayList<>();
    callers.add(replacements);
    callers.addAll(host.path());
    Set<String> path = new LinkedHashSet<>();
    for (Path directory : callers) {
      for (Path place : shown) {
        if (directory.startsWith(place)) {
          path.add(directory.toString());
        }
      }
    }
    path.addAll(ALWAYS);
    path.add(home.text() + "/.local/bin");
    return String.join(":", path);
  }
}
