package dev.bawn.launcher.plan;

import dev.bawn.contract.sandbox.InsidePath;
import dev.bawn.contract.sandbox.SandboxStep;
import dev.bawn.contract.sandbox.ShellPrompt;
import dev.bawn.launcher.machine.Host;
import dev.bawn.launcher.mount.MountSource;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The variables of every session, which do not depend on the caller's environment. It reads no
 * file.
 */
final class SessionEnvironment {

  private static final List<String> ALWAYS =
      List.of("/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin");

  /**
   * A version manager that needs a variable to find its files, since it is not in the session's
   * home.
   *
   * @param shown the path that is visible if it is installed, below the user's home
   * @param directory its directory there
   * @param writes whether its programs fail if they cannot write to that directory
   */
  private record Manager(String shown, String variable, String directory, boolean writes) {}

  private static final List<Manager> MANAGERS =
      List.of(
          // a program of rustup first creates update-hashes: Cfg::from_env of rustup 1.27
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
   * @param shown the visible paths of the host
   * @param replacements a directory with programs that replace others of the same name, as a path
   *     in the session
   */
  static List<SandboxStep> of(
      Host host, SessionFacts facts, InsidePath home, List<Path> shown, Path replacements) {
    List<SandboxStep> steps = new ArrayList<>();
    steps.add(new SandboxStep.SetEnvironment("HOME", home.text()));
    steps.add(new SandboxStep.SetEnvironment("PATH", path(host, facts, home, shown, replacements)));
    steps.add(new SandboxStep.SetEnvironment("USER", SessionSandbox.USER));
    steps.add(new SandboxStep.SetEnvironment("LOGNAME", SessionSandbox.USER));
    steps.add(new SandboxStep.SetEnvironment("SHELL", host.shell().toString()));
    steps.add(new SandboxStep.SetEnvironment("LANG", "C.UTF-8"));
    for (Manager manager : shown(host)) {
      String value = host.home().resolve(manager.directory()).toString();
      steps.add(new SandboxStep.SetEnvironment(manager.variable(), value));
    }
    for (PackageCache cache : facts.caches()) {
      steps.addAll(cache.environment(home));
    }
    facts
        .program()
        .wishes()
        .variables()
        .forEach((name, value) -> steps.add(new SandboxStep.SetEnvironment(name, value)));
    facts
        .login()
        .flatMap(login -> login.login().variable())
        .ifPresent(name -> steps.add(new SandboxStep.SetEnvironment(name, SharedLogin.STORE)));
    // a shared repository: git would set the setgid bit, which the seccomp filter refuses
    steps.add(new SandboxStep.SetEnvironment("GIT_CONFIG_COUNT", "1"));
    steps.add(new SandboxStep.SetEnvironment("GIT_CONFIG_KEY_0", "core.sharedRepository"));
    steps.add(new SandboxStep.SetEnvironment("GIT_CONFIG_VALUE_0", "umask"));
    facts.ports().ifPresent(ports -> steps.addAll(ports.variables()));
    for (Variable variable : facts.options().variables()) {
      steps.add(new SandboxStep.SetEnvironment(variable.name(), variable.value()));
    }
    steps.add(new SandboxStep.SetEnvironment("BAWN_SESSION", facts.name().text()));
    steps.addAll(ShellPrompt.of(facts.name().text()));
    return steps;
  }

  /**
   * The directories of version managers, on the host, to which their programs write when they
   * start.
   */
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

  /**
   * The caller's PATH, as far as it leads to visible directories, and then the usual directories.
   */
  private static String path(
      Host host, SessionFacts facts, InsidePath home, List<Path> shown, Path replacements) {
    List<Path> callers = new ArrayList<>();
    callers.add(replacements);
    for (Share share : facts.options().shares()) {
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
    // where pip, cargo and go install programs
    for (String installed : List.of(".local/bin", ".cargo/bin", "go/bin")) {
      path.add(home.text() + "/" + installed);
    }
    return String.join(":", path);
  }
}
