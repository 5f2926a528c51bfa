package dev.bawn.launcher.session;

import dev.bawn.contract.agent.NetworkPolicy;
import dev.bawn.contract.trust.Installation;
import dev.bawn.contract.wall.HostPath;
import dev.bawn.contract.wall.InsidePath;
import dev.bawn.contract.wall.Wall;
import dev.bawn.launcher.machine.Host;
import dev.bawn.launcher.machine.Landlock;
import dev.bawn.launcher.workspace.ProjectDirectory;
import dev.bawn.launcher.workspace.WorkspaceKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * Plans a session under the caller's own uid: pure, from what was found on the machine and what
 * somebody wants.
 */
public final class SessionPlanner {

  /** In a plan's words, for what a session has not. */
  private static final String NONE = "-";

  private static final Path EMPTY_BASE = Path.of("/work");

  private final Installation installation;
  private final SessionPlaces places;
  private final Host host;

  /**
   * @param installation whose programs start it
   * @param places where it is kept
   * @param host what was found on the machine
   */
  public SessionPlanner(Installation installation, SessionPlaces places, Host host) {
    this.installation = installation;
    this.places = places;
    this.host = host;
  }

  /** The whole plan. */
  public SessionPlan plan(SessionRequest request) {
    SessionDirectory directory = places.session(request.name());
    Path inside = inside(request);
    SessionWalls walls = new SessionWalls(host, request, inside);
    SessionEtc etc = new SessionEtc(request.options().etc(), host);
    SortedMap<String, String> files = etc.files(walls.uid(), walls.gid(), walls.home());
    boolean mountedBefore =
        request.options().workspace() == WorkspaceKind.OVERLAY && !host.bubblewrap().ownOverlays();
    Wall workspace = workspace(request, inside, mountedBefore);
    Optional<Wall.Overlay> overlay =
        mountedBefore ? Optional.of(overlay(request, merged(request))) : Optional.empty();
    return new SessionPlan(
        session(request, inside),
        directory,
        directories(request, directory, !files.isEmpty(), mountedBefore),
        files,
        overlay,
        walls.all(etc.walls(directory.path().resolve("etc"), files.keySet()), workspace),
        request.options().network(),
        host.landlock() == Landlock.AT_HAND,
        request.keys(),
        request.home().lock(),
        argv(request, directory, overlay),
        notes(request));
  }

  private Path inside(SessionRequest request) {
    Optional<Path> base = request.options().mountBase();
    if (request.project().isEmpty()) {
      return base.orElse(EMPTY_BASE).resolve(request.name().text());
    }
    ProjectDirectory project = request.project().get();
    return base.isPresent() ? base.get().resolve(project.baseName()) : project.path();
  }

  private SessionRecord session(SessionRequest request, Path inside) {
    return new SessionRecord(
        request.name(),
        request.created(),
        request.project().isPresent()
            ? Optional.of(request.project().get().path())
            : Optional.empty(),
        inside,
        request.options().workspace(),
        changes(request),
        request.program().tool(),
        request.home().directory(),
        request.options().words(),
        request.program().appended());
  }

  /** What the session writes, where that is kept apart. */
  private Optional<Path> changes(SessionRequest request) {
    Path kept = places.workspace(request.name());
    if (request.options().workspace() == WorkspaceKind.OVERLAY) {
      return Optional.of(kept.resolve("upper"));
    }
    return request.options().workspace() == WorkspaceKind.EMPTY
        ? Optional.of(kept.resolve("files"))
        : Optional.empty();
  }

  private Path merged(SessionRequest request) {
    return places.workspace(request.name()).resolve("merged");
  }

  private Wall workspace(SessionRequest request, Path inside, boolean mountedBefore) {
    InsidePath at = new InsidePath(inside.toString());
    WorkspaceKind kind = request.options().workspace();
    if (kind == WorkspaceKind.OVERLAY) {
      return mountedBefore
          ? new Wall.BindWritable(new HostPath(merged(request).toString()), at)
          : overlay(request, inside);
    }
    if (kind == WorkspaceKind.EMPTY) {
      return new Wall.BindWritable(new HostPath(changes(request).orElseThrow().toString()), at);
    }
    HostPath project = new HostPath(request.project().orElseThrow().path().toString());
    return kind == WorkspaceKind.BIND
        ? new Wall.BindWritable(project, at)
        : new Wall.BindReadOnly(project, at);
  }

  private Wall.Overlay overlay(SessionRequest request, Path at) {
    Path kept = places.workspace(request.name());
    return new Wall.Overlay(
        List.of(new HostPath(request.project().orElseThrow().path().toString())),
        new HostPath(kept.resolve("upper").toString()),
        new HostPath(kept.resolve("work").toString()),
        new InsidePath(at.toString()));
  }

  private List<Path> directories(
      SessionRequest request, SessionDirectory directory, boolean hasEtc, boolean mountedBefore) {
    List<Path> directories = new ArrayList<>();
    if (hasEtc) {
      directories.add(directory.path().resolve("etc"));
    }
    Optional<Path> changes = changes(request);
    if (changes.isPresent()) {
      directories.add(changes.get());
    }
    if (request.options().workspace() == WorkspaceKind.OVERLAY) {
      directories.add(places.workspace(request.name()).resolve("work"));
    }
    if (mountedBefore) {
      directories.add(merged(request));
    }
    if (request.home().directory().isPresent()) {
      directories.add(request.home().directory().get());
    }
    return directories;
  }

  private List<String> argv(
      SessionRequest request, SessionDirectory directory, Optional<Wall.Overlay> overlay) {
    Path library = installation.library();
    boolean nested = !request.options().has(Leave.NO_NESTED);
    List<String> argv = new ArrayList<>();
    argv.add(library.resolve("session").toString());
    argv.add(directory.path().toString());
    argv.add(request.home().lock().isPresent() ? request.home().lock().get().toString() : NONE);
    argv.add(library.resolve(nested ? "nested.bpf" : "session.bpf").toString());
    if (host.landlock() == Landlock.AT_HAND) {
      argv.add("/usr/bin/perl");
      argv.add(library.resolve("close-in").toString());
    }
    if (overlay.isPresent()) {
      argv.addAll(List.of("/usr/bin/unshare", "--user", "--map-root-user", "--mount", "--"));
      argv.add(library.resolve("mount-overlay").toString());
      argv.add(overlay.get().upper().text());
      argv.add(overlay.get().work().text());
      argv.add(overlay.get().at().text());
      overlay.get().layers().forEach(layer -> argv.add(layer.text()));
      argv.add("--");
    }
    argv.add(host.bubblewrap().program().toString());
    argv.addAll(List.of("--args", "9", "--seccomp", "8", "--"));
    argv.addAll(List.of("/usr/bin/env", "--default-signal=INT,QUIT"));
    argv.addAll(request.program().argv());
    return argv;
  }

  private List<String> notes(SessionRequest request) {
    List<String> notes = new ArrayList<>();
    boolean open = request.options().network() == NetworkPolicy.OPEN;
    if (open && host.landlock() != Landlock.AT_HAND) {
      notes.add(
          "abstract sockets of this machine can be reached from inside: "
              + host.landlock().reason());
    }
    if (request.options().etc() == EtcKind.NONE) {
      notes.add("without /etc names are not resolved, and no certificate is believed");
    }
    if (request.options().etc() == EtcKind.FULL) {
      notes.add("all of this machine's /etc that you may read can be read inside");
    }
    return notes;
  }
}
