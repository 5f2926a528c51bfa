package dev.bawn.launcher.plan;

import dev.bawn.contract.agent.Confinement;
import dev.bawn.contract.agent.NetworkPolicy;
import dev.bawn.contract.agent.Sha256;
import dev.bawn.contract.cli.Count;
import dev.bawn.contract.cli.ShellQuoting;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.process.LandlockScopes;
import dev.bawn.contract.trust.Installation;
import dev.bawn.launcher.identity.SessionIdentity;
import dev.bawn.launcher.machine.Host;
import dev.bawn.launcher.mount.MountSource;
import dev.bawn.launcher.mount.RecordedSources;
import dev.bawn.launcher.record.Permission;
import dev.bawn.launcher.record.SessionDirectory;
import dev.bawn.launcher.record.SessionPlaces;
import dev.bawn.launcher.record.SessionRecord;
import dev.bawn.launcher.request.EtcKind;
import dev.bawn.launcher.workspace.DotGit;
import dev.bawn.launcher.workspace.ForeignFiles;
import dev.bawn.launcher.workspace.SessionMasks;
import dev.bawn.launcher.workspace.WorkspaceKind;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * Plans an unprivileged session from the facts about the machine and the options; reads no file.
 */
public final class SessionPlanner {

  /** The most files that a line names. */
  private static final int MOST_NAMED = 3;

  /** The argument for a missing value. */
  private static final String NONE = "-";

  /**
   * The signals that bubblewrap ignores, since {@code session} passes them on to the command
   * itself.
   */
  private static final String SIGNALS = "HUP,INT,QUIT,TERM,USR1,USR2";

  private final Installation installation;
  private final SessionPlaces places;

  /**
   * @param installation the installation whose programs start the session
   * @param places the directories of sessions
   */
  public SessionPlanner(Installation installation, SessionPlaces places) {
    this.installation = installation;
    this.places = places;
  }

  /**
   * Plans a session.
   *
   * @param appended the caller's arguments
   * @param isLogged whether the output of its terminal is kept
   * @param end the work after the end of its command
   * @throws dev.bawn.contract.failure.Refused if the request cannot be fulfilled
   */
  public SessionPlan plan(
      SessionFacts request, List<String> appended, boolean isLogged, SessionEnd end) {
    requireConfinement(request);
    requireApart(request);
    Host host = request.host();
    SessionDirectory directory = places.session(request.name());
    WorkspacePlan workspace =
        WorkspacePlan.of(request, places.workspace(request.name()), directory.path());
    SessionSandbox steps =
        new SessionSandbox(
            host, installation.library(), request, directory.path(), workspace.inside());
    boolean signs = request.options().has(Permission.IDENTITY);
    SessionEtc etc = new SessionEtc(request.options().etc(), host, signs, request.kept());
    SortedMap<String, String> files = etc.files(steps.uid(), steps.gid(), steps.home());
    if (etc.isMade()) {
      files.putAll(request.program().wishes().etc());
      files.putAll(request.ssh().etc());
    } else if (!request.ssh().isNone()) {
      throw new Refused(
          "--with-ssh does not work with --etc full or --etc none",
          "use --etc synthetic or balanced, or leave out --with-ssh");
    } else if (signs) {
      throw new Refused(
          "--identity does not work with --etc full or --etc none",
          "use --etc synthetic or balanced, or leave out --identity");
    }
    return new SessionPlan(
        session(request, workspace),
        directory,
        directories(request, directory, workspace, !files.isEmpty()),
        files,
        signs ? Optional.of(SessionIdentity.directory(directory.path())) : Optional.empty(),
        request.home(),
        request.seeding(),
        workspace.masks(),
        request.survey().covered(),
        request.survey().tracked(),
        workspace.repository(),
        request.options().network(),
        request.ssh().names(),
        host.landlock() == LandlockScopes.AT_HAND,
        limits(request),
        request.ports(),
        new StartPlan(
            StartPlan.Lifetime.OWN,
            argv(request, directory, workspace, isLogged, end),
            appended,
            request.keys(),
            steps.all(
                etc.steps(directory.path().resolve("etc"), files.keySet()), workspace.steps()),
            Optional.of(request.kept().at(directory.mounts()).path())),
        hidden(request),
        !request.options().setup().isEmpty() && !request.options().workspace().isCheckout(),
        request.program().choice(),
        notes(request));
  }

  private static Optional<String> hidden(SessionFacts request) {
    List<Path> secrets = request.survey().secrets();
    boolean hides = request.options().workspace().hides() && !secrets.isEmpty();
    SessionMasks masks = request.options().masks();
    String hint = masks.env() || masks.secrets() ? "" : " (to show them: --show-secrets)";
    return hides ? Optional.of(names(secrets) + hint) : Optional.empty();
  }

  private static String names(List<Path> paths) {
    return Count.first(
        paths.stream().map(path -> Printable.whole(path.toString())).toList(), MOST_NAMED);
  }

  private static SessionRecord session(SessionFacts request, WorkspacePlan workspace) {
    Optional<SessionRecord> earlier = request.earlier();
    return new SessionRecord(
        request.name(),
        request.created(),
        request.project().isPresent()
            ? Optional.of(request.project().get().path())
            : Optional.empty(),
        workspace.inside(),
        request.options().workspace(),
        workspace.changes(),
        earlier.isPresent() ? earlier.get().tool() : request.program().tool(),
        request.isAside() ? request.earlier().orElseThrow().home() : request.home().directory(),
        request.options().words(),
        earlier.isPresent() ? earlier.get().command() : request.program().written(),
        Optional.of(RecordedSources.of(sources(request))));
  }

  /** The named paths of the host, which a later start looks up again. */
  private static List<MountSource> sources(SessionFacts request) {
    List<MountSource> sources = new ArrayList<>();
    if (request.project().isPresent()) {
      sources.add(request.project().get().source());
    }
    for (Share share : request.options().shares()) {
      sources.add(share.source());
    }
    if (request.options().home() instanceof HomeChoice.At(var home)) {
      sources.add(home);
    }
    for (MountSource repository : request.parts().repositories()) {
      if (request.earlier().isEmpty() || request.earlier().get().beganWith(repository)) {
        sources.add(repository);
      }
    }
    return sources;
  }

  private static List<Path> directories(
      SessionFacts request, SessionDirectory directory, WorkspacePlan workspace, boolean hasEtc) {
    List<Path> directories = new ArrayList<>();
    directories.add(directory.mounts());
    if (hasEtc) {
      directories.add(directory.path().resolve("etc"));
    }
    directories.addAll(workspace.directories());
    if (request.home().directory().isPresent()) {
      directories.add(request.home().directory().get());
    }
    request.login().ifPresent(login -> directories.add(login.directory()));
    if (!request.ssh().isNone()) {
      directories.add(SshAccess.directory(directory.path()));
    }
    for (PackageCache cache : request.caches()) {
      directories.addAll(cache.directories());
    }
    return directories;
  }

  private List<String> argv(
      SessionFacts request,
      SessionDirectory directory,
      WorkspacePlan workspace,
      boolean isLogged,
      SessionEnd end) {
    Host host = request.host();
    Path library = installation.library();
    List<String> argv = new ArrayList<>();
    argv.add("/usr/bin/perl");
    argv.add(library.resolve("session").toString());
    argv.add(directory.path().toString());
    argv.add(word(request.home().lock()));
    argv.add(word(workspace.lock()));
    argv.add(library.resolve(filter(request.options().nests())).toString());
    argv.add(
        request.isAside()
            ? "aside"
            : request.earlier().isPresent() ? NONE : unbegun(directory, workspace));
    argv.add(scopes(host.landlock() == LandlockScopes.AT_HAND, request.options().confinement()));
    for (String property : limits(request).scope()) {
      argv.addAll(List.of("--limit", property));
    }
    argv.addAll(request.ssh().arguments());
    if (isLogged) {
      argv.add("--log");
    }
    argv.addAll(end.notification());
    if (workspace.changes().isPresent() || end.removes()) {
      argv.addAll(end.arguments());
    }
    // perl is not named as the program: AppArmor selects a profile by the executed program
    argv.add(library.resolve("open-mounts").toString());
    argv.add(host.bubblewrap().program().toString());
    argv.addAll(List.of("--args", "9", "--seccomp", "8", "--json-status-fd", "7", "--"));
    argv.addAll(List.of("/usr/bin/env", "--default-signal=" + SIGNALS));
    argv.addAll(EnforcedLimits.command(limits(request).prlimit()));
    if (request.program().beginsAsAssignment()) {
      // env would take the first argument for a variable
      argv.addAll(List.of("/usr/bin/nice", "-n", "0"));
    }
    prepare(argv, request);
    if (request.options().workspace().isCheckout() && !request.isAside()) {
      argv.addAll(new SetupCommands(request.options().setup()).words(workspace.inside()));
    }
    argv.addAll(request.program().argv());
    return argv;
  }

  private static EnforcedLimits limits(SessionFacts request) {
    return new EnforcedLimits(request.options().limits(), request.manager());
  }

  /** Tells whether {@code session} blocks abstract sockets and signals, as an argument of it. */
  private static String scopes(boolean closed, Confinement confinement) {
    if (!closed) {
      return "open";
    }
    return confinement == Confinement.REQUIRED ? "required" : "closed";
  }

  private static void prepare(List<String> argv, SessionFacts request) {
    List<String> command = request.program().wishes().prepare();
    if (SessionSandbox.preparesHome(request)) {
      argv.addAll(List.of("/bin/sh", SessionSandbox.PREPARE_HOME));
      request.login().ifPresent(login -> argv.addAll(login.links()));
      argv.add(Sha256.ofText(String.join("\0", command)).hex());
      argv.add(Integer.toString(command.size()));
      argv.addAll(command);
    }
  }

  /** The path to remove if a new session never begins. */
  private static String unbegun(SessionDirectory directory, WorkspacePlan workspace) {
    return workspace.changes().orElse(directory.path()).toString();
  }

  /**
   * The name of the seccomp filter.
   *
   * @param nests whether user namespaces may be created in the session
   */
  static String filter(boolean nests) {
    return nests ? "nested.bpf" : "own.bpf";
  }

  private static String word(Optional<Path> path) {
    return path.isPresent() ? path.get().toString() : NONE;
  }

  /**
   * Tells whether abstract sockets of the host's network are reachable; a separate network has
   * none.
   */
  private static boolean isOpen(SessionFacts request) {
    return request.options().network() == NetworkPolicy.OPEN
        && request.host().landlock() != LandlockScopes.AT_HAND;
  }

  private static void requireConfinement(SessionFacts request) {
    if (request.options().confinement() == Confinement.REQUIRED && isOpen(request)) {
      throw new Refused(
          "the session could connect to abstract sockets of this machine: "
              + request.host().landlock().reason(),
          "use --network none; see confinement in: bawn config show");
    }
  }

  /**
   * Refuses a home that overlaps the project: a session would write to the project through its
   * home, with any kind of workspace.
   */
  private static void requireApart(SessionFacts request) {
    if (request.project().isEmpty() || request.home().directory().isEmpty()) {
      return;
    }
    Path project = request.project().get().path();
    Path home = request.home().directory().get();
    if (home.startsWith(project) || project.startsWith(home)) {
      throw new Refused(
          "the home " + home + " and the project " + project + " overlap",
          "name another directory, or leave out --home");
    }
  }

  private static List<String> notes(SessionFacts request) {
    List<String> notes = new ArrayList<>();
    if (isOpen(request)) {
      notes.add(
          "the session can connect to abstract sockets of this machine: "
              + request.host().landlock().reason());
    }
    if (request.options().etc() == EtcKind.NONE) {
      notes.add("without /etc the session resolves no names and accepts no certificates");
    }
    if (request.options().etc() == EtcKind.FULL) {
      notes.add("the session can read all of /etc that you can read");
    }
    limits(request).note().ifPresent(notes::add);
    notes.addAll(request.host().notShown());
    notes.addAll(request.warnings());
    workspaceNotes(request, notes);
    return notes;
  }

  private static void workspaceNotes(SessionFacts request, List<String> notes) {
    WorkspaceKind kind = request.options().workspace();
    if (kind == WorkspaceKind.BIND) {
      notes.add("the session writes directly into your project");
      if (request.borrowed().isPresent()) {
        notes.add("git does not work in the session: the project is a linked worktree");
      }
      if (!request.survey().secrets().isEmpty()) {
        notes.add(
            "the workspace 'bind' hides nothing: the session sees "
                + names(request.survey().secrets()));
      }
      laterRepositories(request, notes);
    }
    List<Path> masked = new ArrayList<>(request.survey().masked());
    masked.removeAll(request.survey().secrets());
    if (!masked.isEmpty() && request.survey().git() != DotGit.NONE) {
      notes.add("the session can still read hidden files from git's history, if git has them");
    }
    if (!request.survey().tracked().isEmpty()) {
      notes.add(
          "git tracks "
              + names(request.survey().tracked())
              + ": the session can read the content from git's objects");
    }
    for (Path directory : request.survey().unlisted()) {
      notes.add(
          Printable.whole(directory.toString())
              + " cannot be listed, so it is hidden from the session");
    }
    for (String pattern : request.survey().idle()) {
      // a setting applies to many projects
      if (request.options().words().contains("--mask=" + pattern)) {
        notes.add("--mask '" + pattern + "' hides nothing: no file has this name");
      }
    }
    Optional<Path> foreign = request.survey().foreign();
    if (kind == WorkspaceKind.OVERLAY && foreign.isPresent()) {
      notes.add(foreign(request, foreign.get()));
    }
  }

  private static void laterRepositories(SessionFacts request, List<String> notes) {
    for (MountSource repository : request.parts().repositories()) {
      if (request.earlier().isPresent() && request.earlier().get().precedes(repository)) {
        notes.add(
            Printable.whole(repository.path().toString())
                + " was created since this session began: git may run commands that it names;"
                + " see: bawn status "
                + request.name());
      }
    }
  }

  /** The note about the first foreign file; {@code bawn why} lists the others. */
  private static String foreign(SessionFacts request, Path path) {
    Path whole = request.project().orElseThrow().path().resolve(path);
    String word = ShellQuoting.exact(whole.toString().getBytes(StandardCharsets.UTF_8));
    return Printable.whole(path.toString())
        + ForeignFiles.ONE
        + "; to change that: "
        + ForeignFiles.repair(request.host().uid(), request.host().gid(), List.of(word))
        + "; all such files: bawn why "
        + request.name();
  }
}
