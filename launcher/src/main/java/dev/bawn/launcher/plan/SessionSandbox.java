package dev.bawn.launcher.plan;

import dev.bawn.contract.agent.NetworkPolicy;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.identity.CommitSigning;
import dev.bawn.contract.sandbox.InsidePath;
import dev.bawn.contract.sandbox.Mode;
import dev.bawn.contract.sandbox.MountOrder;
import dev.bawn.contract.sandbox.Namespace;
import dev.bawn.contract.sandbox.SandboxStep;
import dev.bawn.launcher.identity.SessionIdentity;
import dev.bawn.launcher.machine.Host;
import dev.bawn.launcher.mount.MountSource;
import dev.bawn.launcher.record.Permission;
import dev.bawn.launcher.record.SessionDirectory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The steps of an unprivileged session's sandbox, in their order. It reads no file. Nothing is
 * mounted below a path that the session can write, except in new memory.
 */
final class SessionSandbox {

  /** The name of the session's user account. */
  static final String USER = "agent";

  private static final Path HOME = Path.of("/home/agent");

  /** The path of {@code prepare-home} in the session, wherever bawn is installed. */
  static final String PREPARE_HOME = "/run/prepare-home";

  /** The home directory for a project that is in the usual one. */
  private static final Path OTHER_HOME = Path.of("/home/bawn");

  private final Host host;
  private final Path library;
  private final SessionFacts facts;
  private final SessionDirectory session;
  private final Path inside;
  private final HostAccess granted;

  /**
   * @param library the directory {@code lib/bawn}
   * @param session the session's own directory
   * @param inside the path of the workspace in the session
   */
  SessionSandbox(
      Host host, Path library, SessionFacts facts, SessionDirectory session, Path inside) {
    this.host = host;
    this.library = library;
    this.facts = facts;
    this.session = session;
    this.inside = inside;
    this.granted = HostAccess.of(host, facts.options());
  }

  /** The path of the session's home directory. */
  InsidePath home() {
    return new InsidePath((inside.startsWith(HOME) ? OTHER_HOME : HOME).toString());
  }

  /** The user ID in the session. */
  Uid uid() {
    return facts.options().has(Permission.ROOT_INSIDE) ? Uid.ROOT : host.uid();
  }

  /** The group ID in the session. */
  Uid gid() {
    return facts.options().has(Permission.ROOT_INSIDE) ? Uid.ROOT : host.gid();
  }

  /**
   * All steps.
   *
   * @param etc the steps for /etc
   * @param workspace those of the workspace
   */
  List<SandboxStep> all(List<SandboxStep> etc, List<SandboxStep> workspace) {
    List<SandboxStep> steps = new ArrayList<>();
    isolate(steps);
    system(steps);
    steps.add(new SandboxStep.Scratchpad(new InsidePath("/run"), Mode.PUBLIC));
    steps.addAll(etc);
    kernelFileSystems(steps);
    shares(steps);
    facts
        .login()
        .ifPresent(login ->
            steps.add(
                facts.kept().at(login.directory()).writable(Path.of(SharedLogin.INSIDE.text()))));
    if (!facts.ssh().isNone()) {
      steps.add(facts.kept().at(session.ssh()).readOnly(SshAccess.INSIDE));
    }
    if (facts.options().has(Permission.IDENTITY)) {
      steps.add(
          facts
              .kept()
              .at(SessionIdentity.directory(session.path()))
              .readOnly(CommitSigning.INSIDE));
    }
    for (PackageCache cache : facts.caches()) {
      steps.addAll(cache.steps(facts));
    }
    if (preparesHome(facts)) {
      MountSource prepare =
          host.system()
              .prepareHome()
              .orElseThrow(() -> new Refused("prepare-home is missing", "install bawn again"));
      steps.add(prepare.readOnly(Path.of(PREPARE_HOME)));
    }
    steps.add(homeMount());
    steps.addAll(workspace);
    steps.add(new SandboxStep.ClearEnvironment());
    if (!facts.ssh().isNone()) {
      steps.add(
          new SandboxStep.SetEnvironment(
              "SSH_AUTH_SOCK", SshAccess.INSIDE.resolve("agent").toString()));
    }
    for (Variable variable : granted.variables()) {
      steps.add(new SandboxStep.SetEnvironment(variable.name(), variable.value()));
    }
    steps.addAll(SessionEnvironment.of(host, facts, home(), shown(), library.resolve("inside")));
    steps.add(new SandboxStep.MakeReadOnly(new InsidePath("/")));
    steps.add(new SandboxStep.WorkingDirectory(new InsidePath(begins().toString())));
    return MountOrder.checked(steps);
  }

  /** The initial working directory: the workspace itself if a mask hides the requested one. */
  private Path begins() {
    Path directory = facts.options().directory();
    boolean isHidden = facts.survey().covered().stream().anyMatch(directory::startsWith);
    return isHidden || directory.toString().isEmpty() ? inside : inside.resolve(directory);
  }

  /** Tells whether {@code prepare-home} runs before the tool. */
  static boolean preparesHome(SessionFacts facts) {
    return !facts.program().wishes().prepare().isEmpty()
        || facts.login().filter(login -> !login.links().isEmpty()).isPresent();
  }

  private void isolate(List<SandboxStep> steps) {
    steps.add(new SandboxStep.Unshare(Namespace.USER));
    steps.add(new SandboxStep.Unshare(Namespace.PID));
    steps.add(new SandboxStep.Unshare(Namespace.IPC));
    steps.add(new SandboxStep.Unshare(Namespace.UTS));
    steps.add(new SandboxStep.Unshare(Namespace.CGROUP));
    if (facts.options().network() == NetworkPolicy.NONE) {
      steps.add(new SandboxStep.Unshare(Namespace.NETWORK));
    }
    if (!facts.options().nests()) {
      steps.add(new SandboxStep.DisableUserNamespaces());
    }
    steps.add(new SandboxStep.DieWithParent());
    steps.add(new SandboxStep.DropCapabilities());
    steps.add(new SandboxStep.RunAs(uid(), gid()));
    steps.add(new SandboxStep.Hostname("bawn"));
  }

  private void system(List<SandboxStep> steps) {
    steps.add(host.system().usr().readOnly());
    host.topLinks()
        .forEach(
            (name, target) -> steps.add(new SandboxStep.Symlink(target, new InsidePath(name))));
    for (MountSource directory : host.system().directories()) {
      steps.add(directory.files(directory.named()));
    }
  }

  /**
   * Adds the kernel's file systems. The kernel mounts no further /proc in a user namespace if a
   * file of this one is covered.
   */
  private void kernelFileSystems(List<SandboxStep> steps) {
    steps.add(new SandboxStep.Processes(new InsidePath("/proc")));
    if (!facts.options().nests()) {
      for (MountSource keys : host.system().keys()) {
        InsidePath at = new InsidePath(keys.named().toString());
        steps.add(
            new SandboxStep.Bind(SandboxStep.Manner.READ_ONLY, facts.parts().nothing().host(), at));
      }
    }
    steps.add(new SandboxStep.Devices(new InsidePath("/dev")));
    steps.add(new SandboxStep.Scratchpad(new InsidePath("/dev/shm"), Mode.SHARED));
    steps.add(new SandboxStep.Scratchpad(new InsidePath("/tmp"), Mode.SHARED));
    steps.add(new SandboxStep.Scratchpad(new InsidePath("/var/tmp"), Mode.SHARED));
  }

  /** Adds the requested shares, and the caller's programs that they do not hide. */
  private void shares(List<SandboxStep> steps) {
    Path home = Path.of(home().text());
    List<Path> writable = List.of(inside, home);
    for (Path written : SessionEnvironment.written(host)) {
      if (MountPoints.above(writable, written).isEmpty() && !inside.startsWith(written)) {
        steps.add(new SandboxStep.Scratchpad(new InsidePath(written.toString()), Mode.PRIVATE));
      }
    }
    for (MountSource program : host.toolchains()) {
      if (MountPoints.above(writable, program.named()).isEmpty()) {
        steps.add(program.files(program.named()));
      }
    }
    List<Share> shares = new ArrayList<>();
    for (Share share : facts.program().shares()) {
      if (!isInProject(share)) {
        shares.add(share);
      }
    }
    for (Share share : facts.options().shares()) {
      if (share.manner() != Share.Manner.PROGRAMS || !isInProject(share)) {
        shares.add(share);
      }
    }
    shares.addAll(granted.shares());
    shares.sort((one, other) -> one.at().compareTo(other.at()));
    MountPoints room = new MountPoints(host.shown(), home, inside, project());
    if (facts.options().mountBase().isPresent()) {
      room.requireWorkspace();
    }
    for (Share share : room.take(shares)) {
      requireHidden(share);
      steps.add(step(share));
    }
  }

  /**
   * Refuses a share that would show hidden files: at another path the project's files are visible
   * without masks.
   */
  private void requireHidden(Share share) {
    boolean isInWorkspace = share.at().equals(share.from()) && project().equals(inside);
    if (isInWorkspace || facts.project().isEmpty()) {
      return;
    }
    for (Path hidden : facts.survey().covered()) {
      if (project().resolve(hidden).startsWith(share.from())) {
        throw new Refused(
            "bawn could not hide files at "
                + share.at()
                + ", for example "
                + Printable.whole(hidden),
            "share a directory without such files, or show them: --show-secrets");
      }
    }
  }

  /** Tells whether a share is in the project, where it is visible with the session's changes. */
  private boolean isInProject(Share share) {
    return facts.project().isPresent()
        && project().equals(inside)
        && share.from().startsWith(inside);
  }

  /** Where the project is on the host; the workspace if there is none. */
  private Path project() {
    return facts.project().isPresent() ? facts.project().get().path() : inside;
  }

  private static SandboxStep step(Share share) {
    return switch (share.manner()) {
      case READ_ONLY, PROGRAMS -> share.source().files(share.at());
      case WRITABLE -> share.source().writable(share.at());
      case DEVICE ->
          new SandboxStep.Bind(
              SandboxStep.Manner.DEVICE,
              share.source().host(),
              new InsidePath(share.at().toString()));
    };
  }

  private SandboxStep homeMount() {
    Path at = Path.of(home().text());
    if (facts.options().home() instanceof HomeChoice.At(var directory)) {
      return directory.writable(at);
    }
    return facts.home().directory().isPresent()
        ? facts.kept().at(facts.home().directory().get()).writable(at)
        : new SandboxStep.Scratchpad(home(), Mode.PRIVATE);
  }

  /** The directories with visible programs, each at its own path. */
  private List<Path> shown() {
    List<Path> shown = new ArrayList<>(host.shown());
    for (Share share : facts.program().shares()) {
      shown.add(share.at());
    }
    for (Share share : facts.options().shares()) {
      shown.add(share.at());
    }
    shown.add(inside);
    return shown;
  }
}
