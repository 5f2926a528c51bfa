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
import dev.bawn.launcher.workspace.ProjectSurvey;
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
      SessionFacts facts, List<String> appended, boolean isLogged, SessionEnd end) {
    requireConfinement(facts);
    requireApart(facts);
    Host host = facts.host();
    SessionDirectory directory = places.session(facts.name());
    WorkspacePlan workspace =
        WorkspacePlan.of(facts, places.workspace(facts.name()), directory.path());
    SessionSandbox steps =
        new SessionSandbox(host, installation.library(), facts, directory, workspace.inside());
    boolean signs = facts.options().has(Permission.IDENTITY);
    SessionEtc etc = new SessionEtc(facts.options().etc(), host, signs, facts.kept());
    SortedMap<String, String> files = etc.files(steps.uid(), steps.gid(), steps.home());
    if (etc.isMade()) {
      files.putAll(facts.program().wishes().etc());
      files.putAll(facts.ssh().etc());
    } else if (!facts.ssh().isNone()) {
      throw new Refused(
          "--with-ssh does not work with --etc full or --etc none",
          "use --etc synthetic or balanced, or leave out --with-ssh");
    } else if (signs) {
      throw new Refused(
          "--identity does not work with --etc full or --etc none",
          "use --etc synthetic or balanced, or leave out --identity");
    }
    return new SessionPlan(
        session(facts, workspace),
        directory,
        directories(facts, directory, workspace, !files.isEmpty()),
        files,
        signs ? Optional.of(SessionIdentity.directory(directory.path())) : Optional.empty(),
        facts.home(),
        facts.seeding(),
        workspace.masks(),
        facts.survey().covered(),
        facts.survey().tracked(),
        workspace.repository(),
        facts.options().network(),
        facts.ssh().names(),
        host.landlock() == LandlockScopes.AT_HAND,
        limits(facts),
        facts.ports(),
        new StartPlan(
            StartPlan.Lifetime.OWN,
            argv(facts, directory, workspace, isLogged, end),
            appended,
            facts.keys(),
            steps.all(etc.steps(directory.etc(), files.keySet()), workspace.steps()),
            Optional.of(facts.kept().at(directory.mounts()).path())),
        hidden(facts),
        !facts.options().setup().isEmpty() && !facts.options().workspace().isCheckout(),
        facts.program().shown(),
        notes(facts, end.isPassing()));
  }

  /** The hidden files: those with a secret name, then the others. */
  private static Optional<String> hidden(SessionFacts facts) {
    if (!facts.options().workspace().hides()) {
      return Optional.empty();
    }
    List<String> hidden = new ArrayList<>();
    List<Path> secrets = facts.survey().secrets();
    SessionMasks masks = facts.options().masks();
    if (!secrets.isEmpty()) {
      String hint = masks.env() || masks.secrets() ? "" : " (to show them: --show-secrets)";
      hidden.add(names(secrets) + hint);
    }
    List<Path> others = notSecret(facts);
    // a note names them
    others.removeAll(facts.survey().unlisted());
    if (!others.isEmpty()) {
      hidden.add((hidden.isEmpty() ? "" : "also ") + names(others));
    }
    return hidden.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", hidden));
  }

  private static List<Path> notSecret(SessionFacts facts) {
    List<Path> masked = new ArrayList<>(facts.survey().masked());
    masked.removeAll(facts.survey().secrets());
    return masked;
  }

  private static String names(List<Path> paths) {
    return Count.first(paths.stream().map(path -> Printable.whole(path)).toList(), MOST_NAMED);
  }

  private static SessionRecord session(SessionFacts facts, WorkspacePlan workspace) {
    Optional<SessionRecord> earlier = facts.earlier();
    return new SessionRecord(
        facts.name(),
        facts.created(),
        facts.project().isPresent() ? Optional.of(facts.project().get().path()) : Optional.empty(),
        workspace.inside(),
        facts.options().workspace(),
        workspace.changes(),
        earlier.isPresent() ? earlier.get().tool() : facts.program().tool(),
        facts.isAside() ? facts.earlier().orElseThrow().home() : facts.home().directory(),
        facts.options().words(),
        earlier.isPresent() ? earlier.get().command() : facts.program().written(),
        earlier.isPresent() ? earlier.get().prompt() : facts.prompt(),
        Optional.of(RecordedSources.of(sources(facts))),
        Optional.empty());
  }

  /** The named paths of the host, which a later start looks up again. */
  private static List<MountSource> sources(SessionFacts facts) {
    List<MountSource> sources = new ArrayList<>();
    if (facts.project().isPresent()) {
      sources.add(facts.project().get().source());
    }
    for (Share share : facts.options().shares()) {
      sources.add(share.source());
    }
    if (facts.options().home() instanceof HomeChoice.At(var home)) {
      sources.add(home);
    }
    for (MountSource repository : facts.parts().repositories()) {
      if (facts.earlier().isEmpty() || facts.earlier().get().beganWith(repository)) {
        sources.add(repository);
      }
    }
    return sources;
  }

  private static List<Path> directories(
      SessionFacts facts, SessionDirectory directory, WorkspacePlan workspace, boolean hasEtc) {
    List<Path> directories = new ArrayList<>();
    directories.add(directory.mounts());
    if (hasEtc) {
      directories.add(directory.etc());
    }
    directories.addAll(workspace.directories());
    if (facts.home().directory().isPresent()) {
      directories.add(facts.home().directory().get());
    }
    facts.login().ifPresent(login -> directories.add(login.directory()));
    if (!facts.ssh().isNone()) {
      directories.add(directory.ssh());
    }
    for (PackageCache cache : facts.caches()) {
      directories.addAll(cache.directories());
    }
    return directories;
  }

  private List<String> argv(
      SessionFacts facts,
      SessionDirectory directory,
      WorkspacePlan workspace,
      boolean isLogged,
      SessionEnd end) {
    Host host = facts.host();
    Path library = installation.library();
    List<String> argv = new ArrayList<>();
    argv.add("/usr/bin/perl");
    argv.add(library.resolve("session").toString());
    argv.add(directory.path().toString());
    argv.add(word(facts.home().lock()));
    argv.add(word(workspace.lock()));
    argv.add(library.resolve(filter(facts.options().nests())).toString());
    argv.add(
        facts.isAside()
            ? "aside"
            : facts.earlier().isPresent() ? NONE : unbegun(directory, workspace));
    argv.add(scopes(host.landlock() == LandlockScopes.AT_HAND, facts.options().confinement()));
    for (String property : limits(facts).scope()) {
      argv.addAll(List.of("--limit", property));
    }
    argv.addAll(facts.ssh().arguments());
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
    argv.addAll(EnforcedLimits.command(limits(facts).prlimit()));
    if (facts.program().beginsAsAssignment()) {
      // env would take the first argument for a variable
      argv.addAll(List.of("/usr/bin/nice", "-n", "0"));
    }
    prepare(argv, facts);
    if (facts.options().workspace().isCheckout() && !facts.isAside()) {
      argv.addAll(new SetupCommands(facts.options().setup()).words(workspace.inside()));
    }
    argv.addAll(facts.program().argv());
    return argv;
  }

  private static EnforcedLimits limits(SessionFacts facts) {
    return new EnforcedLimits(facts.options().limits(), facts.manager());
  }

  /** Tells whether {@code session} blocks abstract sockets and signals, as an argument of it. */
  private static String scopes(boolean closed, Confinement confinement) {
    if (!closed) {
      return "open";
    }
    return confinement == Confinement.REQUIRED ? "required" : "closed";
  }

  private static void prepare(List<String> argv, SessionFacts facts) {
    List<String> command = facts.program().wishes().prepare();
    if (SessionSandbox.preparesHome(facts)) {
      argv.addAll(List.of("/bin/sh", SessionSandbox.PREPARE_HOME));
      facts.login().ifPresent(login -> argv.addAll(login.links()));
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
  private static boolean isOpen(SessionFacts facts) {
    return facts.options().network() == NetworkPolicy.OPEN
        && facts.host().landlock() != LandlockScopes.AT_HAND;
  }

  private static void requireConfinement(SessionFacts facts) {
    if (facts.options().confinement() == Confinement.REQUIRED && isOpen(facts)) {
      throw new Refused(
          "the session could connect to abstract sockets of this machine: "
              + facts.host().landlock().reason(),
          "use --network none; see confinement in: bawn config show");
    }
  }

  /**
   * Refuses a home that overlaps the project: a session would write to the project through its
   * home, with any kind of workspace.
   */
  private static void requireApart(SessionFacts facts) {
    if (facts.project().isEmpty() || facts.home().directory().isEmpty()) {
      return;
    }
    Path project = facts.project().get().path();
    Path home = facts.home().directory().get();
    if (home.startsWith(project) || project.startsWith(home)) {
      throw new Refused(
          "the home " + home + " and the project " + project + " overlap",
          "name another directory, or leave out --home");
    }
  }

  private static List<String> notes(SessionFacts facts, boolean isPassing) {
    List<String> notes = new ArrayList<>();
    if (isOpen(facts)) {
      notes.add(
          "the session can connect to abstract sockets of this machine: "
              + facts.host().landlock().reason());
    }
    if (facts.options().etc() == EtcKind.NONE) {
      notes.add("without /etc the session resolves no names and accepts no certificates");
    }
    if (facts.options().etc() == EtcKind.FULL) {
      notes.add("the session can read all of /etc that you can read");
    }
    limits(facts).note().ifPresent(notes::add);
    notes.addAll(facts.host().notShown());
    notes.addAll(facts.warnings());
    workspaceNotes(facts, isPassing, notes);
    return notes;
  }

  private static void workspaceNotes(SessionFacts facts, boolean isPassing, List<String> notes) {
    WorkspaceKind kind = facts.options().workspace();
    if (kind == WorkspaceKind.BIND) {
      notes.add("the session writes directly into your project");
      if (facts.borrowed().isPresent()) {
        notes.add("git does not work in the session: the project is a linked worktree");
      }
      if (!facts.survey().secrets().isEmpty()) {
        notes.add(
            "the workspace 'bind' hides nothing: the session sees "
                + names(facts.survey().secrets()));
      }
      laterRepositories(facts, notes);
    }
    List<Path> masked = notSecret(facts);
    masked.removeAll(facts.survey().tracked());
    if (!masked.isEmpty() && facts.survey().git() != DotGit.NONE) {
      notes.add("the session can still read hidden files from git's history, if git has them");
    }
    if (!facts.survey().tracked().isEmpty()) {
      notes.add(
          "git tracks "
              + names(facts.survey().tracked())
              + ": the session can read the content from git's objects");
    }
    for (Path directory : facts.survey().unlisted()) {
      notes.add(Printable.whole(directory) + " cannot be listed, so it is hidden from the session");
    }
    for (String pattern : facts.survey().idle()) {
      // a setting applies to many projects
      if (facts.options().words().contains("--mask=" + pattern)) {
        notes.add("--mask '" + pattern + "' hides nothing: no file has this name");
      }
    }
    Optional<ProjectSurvey.Foreign> foreign = facts.survey().foreign();
    if (kind == WorkspaceKind.OVERLAY && foreign.isPresent()) {
      String others = isPassing ? "" : "; all such files: bawn why " + facts.name();
      notes.add(foreign(facts, foreign.get()) + others);
    }
  }

  private static void laterRepositories(SessionFacts facts, List<String> notes) {
    for (MountSource repository : facts.parts().repositories()) {
      if (facts.earlier().isPresent() && facts.earlier().get().precedes(repository)) {
        notes.add(
            Printable.whole(repository.path())
                + " was created since this session began: git may run commands that it names;"
                + " see: bawn status "
                + facts.name());
      }
    }
  }

  /** The note about the first foreign file. */
  private static String foreign(SessionFacts facts, ProjectSurvey.Foreign foreign) {
    Path whole = facts.project().orElseThrow().path().resolve(foreign.first());
    String word = ShellQuoting.exact(whole.toString().getBytes(StandardCharsets.UTF_8));
    String repair =
        ForeignFiles.repair(
            foreign.isInOwnProject(), facts.host().uid(), facts.host().gid(), List.of(word));
    return "'"
        + Printable.whole(foreign.first())
        + "' in the project"
        + ForeignFiles.ONE
        + (foreign.isInOwnProject()
            ? "; to change it, use --workspace worktree or clone; if the file is for you alone: "
            : "; ")
        + repair;
  }
}
