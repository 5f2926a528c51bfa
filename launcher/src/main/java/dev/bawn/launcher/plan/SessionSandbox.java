package dev.bawn.launcher.plan;

import dev.bawn.contract.agent.NetworkPolicy;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.wall.InsidePath;
import dev.bawn.contract.wall.Mode;
import dev.bawn.contract.wall.Namespace;
import dev.bawn.contract.wall.Wall;
import dev.bawn.contract.wall.WallOrder;
import dev.bawn.launcher.identity.SessionIdentity;
import dev.bawn.launcher.machine.Host;
import dev.bawn.launcher.mount.MountSource;
import dev.bawn.launcher.record.Permission;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The walls of a session under the caller's own uid, in the order in which they are built. Pure.
 * Nothing is mounted below what the session can write, except into memory that is new.
 */
final class SessionSandbox {

  /** The name of the session's own account inside. */
  static final String USER = "agent";

  private static final Path HOME = Path.of("/home/agent");

  /** Where a session finds what prepares its home, wherever that is installed. */
  static final String PREPARE_HOME = "/run/prepare-home";

  /** For a project that lies in the usual one. */
  private static final Path OTHER_HOME = Path.of("/home/bawn");

  private final Host host;
  private final Path library;
  private final SessionFacts request;
  private final Path session;
  private final Path inside;
  private final HostAccess granted;

  /**
   * @param library the directory {@code lib/bawn}
   * @param session the session's own directory
   * @param inside where the session has its workspace
   */
  SessionSandbox(Host host, Path library, SessionFacts request, Path session, Path inside) {
    this.host = host;
    this.library = library;
    this.request = request;
    this.session = session;
    this.inside = inside;
    this.granted = HostAccess.of(host, request.options());
  }

  /** Where the session has its home. */
  InsidePath home() {
    return new InsidePath((inside.startsWith(HOME) ? OTHER_HOME : HOME).toString());
  }

  /** Which uid the session sees as its own. */
  Uid uid() {
    return request.options().has(Permission.ROOT_INSIDE) ? Uid.ROOT : host.uid();
  }

  /** Which group the session sees as its own. */
  Uid gid() {
    return request.options().has(Permission.ROOT_INSIDE) ? Uid.ROOT : host.gid();
  }

  /**
   * All of them.
   *
   * @param etc the walls of /etc
   * @param workspace those of the workspace
   */
  List<Wall> all(List<Wall> etc, List<Wall> workspace) {
    List<Wall> walls = new ArrayList<>();
    isolate(walls);
    system(walls);
    walls.add(new Wall.Scratchpad(new InsidePath("/run"), Mode.PUBLIC));
    walls.addAll(etc);
    kernelFileSystems(walls);
    shares(walls);
    request
        .login()
        .ifPresent(login ->
            walls.add(
                request.kept().at(login.directory()).writable(Path.of(SharedLogin.INSIDE.text()))));
    if (!request.ssh().isNone()) {
      walls.add(request.kept().at(SshAccess.directory(session)).readOnly(SshAccess.INSIDE));
    }
    if (request.options().has(Permission.IDENTITY)) {
      walls.add(
          request.kept().at(SessionIdentity.directory(session)).readOnly(SessionIdentity.INSIDE));
    }
    for (PackageCache cache : request.caches()) {
      walls.addAll(cache.walls(request));
    }
    if (preparesHome(request)) {
      MountSource prepare =
          host.system()
              .prepareHome()
              .orElseThrow(() -> new Refused("prepare-home is missing", "install bawn again"));
      walls.add(prepare.readOnly(Path.of(PREPARE_HOME)));
    }
    walls.add(homeWall());
    walls.addAll(workspace);
    walls.add(new Wall.ClearEnvironment());
    if (!request.ssh().isNone()) {
      walls.add(
          new Wall.SetEnvironment("SSH_AUTH_SOCK", SshAccess.INSIDE.resolve("agent").toString()));
    }
    for (Variable variable : granted.variables()) {
      walls.add(new Wall.SetEnvironment(variable.name(), variable.value()));
    }
    walls.addAll(SessionEnvironment.of(host, request, home(), shown(), library.resolve("inside")));
    walls.add(new Wall.MakeReadOnly(new InsidePath("/")));
    walls.add(new Wall.WorkingDirectory(new InsidePath(begins().toString())));
    return WallOrder.checked(walls);
  }

  /** A mask can hide the directory. */
  private Path begins() {
    Path directory = request.options().directory();
    boolean isHidden = request.survey().covered().stream().anyMatch(directory::startsWith);
    return isHidden || directory.toString().isEmpty() ? inside : inside.resolve(directory);
  }

  /** Whether {@code prepare-home} runs before the tool. */
  static boolean preparesHome(SessionFacts request) {
    return !request.program().wishes().prepare().isEmpty()
        || request.login().filter(login -> !login.links().isEmpty()).isPresent();
  }

  private void isolate(List<Wall> walls) {
    walls.add(new Wall.Unshare(Namespace.USER));
    walls.add(new Wall.Unshare(Namespace.PID));
    walls.add(new Wall.Unshare(Namespace.IPC));
    walls.add(new Wall.Unshare(Namespace.UTS));
    walls.add(new Wall.Unshare(Namespace.CGROUP));
    if (request.options().network() == NetworkPolicy.NONE) {
      walls.add(new Wall.Unshare(Namespace.NETWORK));
    }
    if (!request.options().nests()) {
      walls.add(new Wall.DisableUserNamespaces());
    }
    walls.add(new Wall.DieWithParent());
    walls.add(new Wall.DropCapabilities());
    walls.add(new Wall.RunAs(uid(), gid()));
    walls.add(new Wall.Hostname("bawn"));
  }

  private void system(List<Wall> walls) {
    walls.add(host.system().usr().readOnly());
    host.topLinks()
        .forEach((name, target) -> walls.add(new Wall.Symlink(target, new InsidePath(name))));
    for (MountSource directory : host.system().directories()) {
      walls.add(directory.files(directory.named()));
    }
  }

  /** The kernel mounts no other /proc in a user namespace where a file of this one is covered. */
  private void kernelFileSystems(List<Wall> walls) {
    walls.add(new Wall.Processes(new InsidePath("/proc")));
    if (!request.options().nests()) {
      for (MountSource keys : host.system().keys()) {
        InsidePath at = new InsidePath(keys.named().toString());
        walls.add(new Wall.Bind(Wall.Manner.READ_ONLY, request.parts().nothing().host(), at));
      }
    }
    walls.add(new Wall.Devices(new InsidePath("/dev")));
    walls.add(new Wall.Scratchpad(new InsidePath("/dev/shm"), Mode.SHARED));
    walls.add(new Wall.Scratchpad(new InsidePath("/tmp"), Mode.SHARED));
    walls.add(new Wall.Scratchpad(new InsidePath("/var/tmp"), Mode.SHARED));
  }

  /** Those of the caller's wishes, and the programs of the caller's that are not hidden by them. */
  private void shares(List<Wall> walls) {
    Path home = Path.of(home().text());
    List<Path> writable = List.of(inside, home);
    for (Path written : SessionEnvironment.written(host)) {
      if (MountPoints.above(writable, written).isEmpty() && !inside.startsWith(written)) {
        walls.add(new Wall.Scratchpad(new InsidePath(written.toString()), Mode.PRIVATE));
      }
    }
    for (MountSource program : host.toolchains()) {
      if (MountPoints.above(writable, program.named()).isEmpty()) {
        walls.add(program.files(program.named()));
      }
    }
    List<Share> shares = new ArrayList<>();
    for (Share share : request.program().shares()) {
      if (!isInProject(share)) {
        shares.add(share);
      }
    }
    for (Share share : request.options().shares()) {
      if (share.manner() != Share.Manner.PROGRAMS || !isInProject(share)) {
        shares.add(share);
      }
    }
    shares.addAll(granted.shares());
    shares.sort((one, other) -> one.at().compareTo(other.at()));
    MountPoints room = new MountPoints(host.shown(), home, inside);
    if (request.options().mountBase().isPresent()) {
      room.requireWorkspace();
    }
    for (Share share : room.take(shares)) {
      requireHidden(share);
      walls.add(wall(share));
    }
  }

  /** At another place, the project's files are visible as they are. */
  private void requireHidden(Share share) {
    if (share.at().equals(share.from()) || request.project().isEmpty()) {
      return;
    }
    for (Path hidden : request.survey().covered()) {
      if (request.project().get().path().resolve(hidden).startsWith(share.from())) {
        throw new Refused(
            share.at() + " would show the hidden file " + Printable.whole(hidden.toString()),
            "share a directory that does not contain it, or show the file: --show-secrets");
      }
    }
  }

  /** What lies in the project is seen there, as the session's changes leave it. */
  private boolean isInProject(Share share) {
    return request.project().isPresent()
        && request.project().get().path().equals(inside)
        && share.from().startsWith(inside);
  }

  private static Wall wall(Share share) {
    return switch (share.manner()) {
      case READ_ONLY, PROGRAMS -> share.source().files(share.at());
      case WRITABLE -> share.source().writable(share.at());
      case DEVICE ->
          new Wall.Bind(
              Wall.Manner.DEVICE, share.source().host(), new InsidePath(share.at().toString()));
    };
  }

  private Wall homeWall() {
    Path at = Path.of(home().text());
    if (request.options().home() instanceof HomeChoice.At(var directory)) {
      return directory.writable(at);
    }
    return request.home().directory().isPresent()
        ? request.kept().at(request.home().directory().get()).writable(at)
        : new Wall.Scratchpad(home(), Mode.PRIVATE);
  }

  /** Directories whose programs are seen inside, each at its own path. */
  private List<Path> shown() {
    List<Path> shown = new ArrayList<>(host.shown());
    for (Share share : request.program().shares()) {
      shown.add(share.at());
    }
    for (Share share : request.options().shares()) {
      shown.add(share.at());
    }
    shown.add(inside);
    return shown;
  }
}
