package dev.bawn.launcher.plan;

import dev.bawn.contract.wall.InsidePath;
import dev.bawn.contract.wall.ShellPrompt;
import dev.bawn.contract.wall.Wall;
import dev.bawn.launcher.machine.Host;
import dev.bawn.launcher.mount.MountSource;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The variables that every session has, whatever its caller's environment is. Pure. */
final class SessionEnvironment {

  private static final List<String> ALWAYS =
      List.of("/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin");

  /**
   * A version manager that looks for itself by a variable, since it is not in the session's home.
   *
   * @param shown what of it is shown where it is installed, below the user's home
   * @param directory its own one, there
   * @param writes whether no program of its starts unless it can write there
   */
  private record Manager(String shown, String variable, String directory, boolean writes) {}

  private static final List<Manager> MANAGERS =
      List.of(
          // it makes update-hashes before anything else: Cfg::from_env of rustup 1.27
          new Manager(".rustup/toolchains", "RUSTUP_HOME", ".rustup", true),
          new Manager(".nvm/nvm.sh", "NVM_DIR", ".nvm", false),
          new Manager(".sdkman/candidates", "SDKMAN_DIR", ".sdkman", false),
          new Manager(".pyenv/versions", "PYENV_ROOT", ".pyenv", false),
          new Manager(".rbenv/versions", "RBENV_ROOT", ".rbenv", false),
          new Manager(".volta/bin", "VOLTA_HOME", ".volta", false),
          new Manager(".local/share/mise/shims", "MISE_DATA_DIR", ".local/share/mise", false),
          new Manager(".asdf/shims", "ASDF_DATA_DIR", ".asdf", false));

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
    walls.add(new Wall.SetEnvironment("PATH", path(host, request, home, shown, replacements)));
    walls.add(new Wall.SetEnvironment("USER", SessionSandbox.USER));
    walls.add(new Wall.SetEnvironment("LOGNAME", SessionSandbox.USER));
    walls.add(new Wall.SetEnvironment("SHELL", host.shell().toString()));
    walls.add(new Wall.SetEnvironment("LANG", "C.UTF-8"));
    for (Manager manager : shown(host)) {
      String value = host.home().resolve(manager.directory()).toString();
      walls.add(new Wall.SetEnvironment(manager.variable(), value));
    }
    for (PackageCache cache : request.caches()) {
      walls.addAll(cache.environment(home));
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
    request.ports().ifPresent(ports -> walls.addAll(ports.variables()));
    for (Variable variable : request.options().variables()) {
      walls.add(new Wall.SetEnvironment(variable.name(), variable.value()));
    }
    walls.add(new Wall.SetEnvironment("BAWN_SESSION", request.name().text()));
    walls.add(ShellPrompt.of(request.name().text()));
    return walls;
  }

  /** Directories of version managers, outside, in which their programs write as they start. */
  static List<Path> written(Host host) {
    return shown(host).stream()
        .filter(Manager::writes)
        .map(manager -> host.home().resolve(manager.directory()))
        .toList();
  }

  private static List<Manager> shown(Host host) {
    Set<Path> shown = new HashSet<>();
    for (MountSource toolchain : host.toolchains()) {
      shown.add(toolchain.named());
    }
    return MANAGERS.stream()
        .filter(manager -> shown.contains(host.home().resolve(manager.shown())))
        .toList();
  }

  /** The caller's, as far as it leads to what is seen, and then where programs always are. */
  private static String path(
      Host host, SessionFacts request, InsidePath home, List<Path> shown, Path replacements) {
    List<Path> callers = new ArrayList<>();
    callers.add(replacements);
    for (Share share : request.options().shares()) {
      if (share.manner() == Share.Manner.PROGRAMS) {
        callers.add(share.at());
      }
    }
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
