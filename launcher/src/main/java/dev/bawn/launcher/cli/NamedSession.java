package dev.bawn.launcher.cli;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.ProjectId;
import dev.bawn.contract.cli.Count;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.ShellQuoting;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Failure;
import dev.bawn.contract.failure.NearestMatch;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.contract.layout.AgentNames;
import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.launcher.commits.MissingCommits;
import dev.bawn.launcher.engine.SessionState;
import dev.bawn.launcher.engine.SessionStates;
import dev.bawn.launcher.engine.Tmux;
import dev.bawn.launcher.linux.Flock;
import dev.bawn.launcher.machine.HostProbe;
import dev.bawn.launcher.merge.Applied;
import dev.bawn.launcher.merge.Discard;
import dev.bawn.launcher.merge.Merges;
import dev.bawn.launcher.merge.Outcome;
import dev.bawn.launcher.merge.WorkspaceLock;
import dev.bawn.launcher.record.AgentProject;
import dev.bawn.launcher.record.History;
import dev.bawn.launcher.record.RecordFile;
import dev.bawn.launcher.record.SessionDirectory;
import dev.bawn.launcher.record.SessionName;
import dev.bawn.launcher.record.SessionPlaces;
import dev.bawn.launcher.record.SessionRecord;
import dev.bawn.launcher.review.Base;
import dev.bawn.launcher.review.Change;
import dev.bawn.launcher.review.ChangeCount;
import dev.bawn.launcher.review.Layers;
import dev.bawn.launcher.review.RawPath;
import dev.bawn.launcher.sessions.ListedSession;
import dev.bawn.launcher.sessions.OwnerRights;
import dev.bawn.launcher.sessions.Sessions;
import dev.bawn.launcher.trust.YourAgents;
import dev.bawn.launcher.workspace.BaseDirectory;
import dev.bawn.launcher.workspace.Checkout;
import dev.bawn.launcher.workspace.GitRepository;
import dev.bawn.launcher.workspace.RepositoryLayer;
import dev.bawn.launcher.workspace.SessionMasks;
import dev.bawn.launcher.workspace.WorkspaceKind;
import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * A session of the caller, given by its name, with the data that commands read about it. An agent
 * and its project name the changes of that agent instead.
 *
 * @param overlay the changes of the agent; empty for a session
 * @param isInside whether this process is in a session, which sees no other
 */
record NamedSession(
    SessionName name,
    SessionPlaces places,
    Sessions sessions,
    SystemLayout layout,
    Optional<AgentOverlay> overlay,
    boolean isInside) {

  private static final int SHOWN = 3;

  /** The argument that names a session. */
  static PositionalParamSpec word() {
    return Parameters.first("SESSION", "the session; 'bawn list' prints the names");
  }

  /**
   * The argument of commands that accept an agent, too: its project is the first of the other
   * arguments.
   */
  static PositionalParamSpec orAgent() {
    return Parameters.first(
        "SESSION",
        List.of("SESSION", "AGENT"),
        "the session, or an agent and its project; 'bawn list' prints the names");
  }

  /** As {@link #joined}, for a command that takes no paths. */
  static Typed joinedAlone(Typed typed, Surroundings here) {
    return alone(joined(typed, here), here);
  }

  /**
   * As {@link #joinedAlone}, for a command to which an agent without a project means something
   * else.
   */
  static Typed joinedIfTwo(Typed typed, Surroundings here) {
    return alone(typed.words().size() > 1 ? joined(typed, here) : typed, here);
  }

  /** Two arguments are an agent and its project, so the first one is meant to be an agent. */
  private static void requireAgentOrSession(String word, Surroundings here) {
    boolean isJoined = word.indexOf(' ') >= 0;
    if (!isJoined && AgentNames.named(word, here.layout()).isEmpty() && !of(word, here).exists()) {
      throw new NotFound(
          "there is no session or agent '" + Printable.of(word) + "'",
          "list them: bawn list; bawn agents");
    }
  }

  private static Typed alone(Typed joined, Surroundings here) {
    if (joined.words().size() > 1) {
      requireAgentOrSession(joined.words().getFirst(), here);
      throw new WrongUsage(
          "unexpected argument: " + Printable.of(joined.words().get(1)),
          "give one session, or an agent and its project: "
              + joined.options().commandSpec().name()
              + " "
              + Printable.of(joined.words().getFirst()));
    }
    return joined;
  }

  /**
   * The command with the agent and its project as one argument. A session has precedence over an
   * agent. The session of an agent means the agent and the project of the session. An agent without
   * a project means its only project.
   */
  static Typed joined(Typed typed, Surroundings here) {
    List<String> words = typed.words();
    Optional<AgentProject> worker =
        words.isEmpty() ? Optional.empty() : of(words.getFirst(), here).worker();
    if (worker.isPresent()) {
      AgentName worked = worker.get().agent();
      if (AgentNames.named(worked.text(), here.layout()).isEmpty()) {
        CommandContext.onSystem(here).agents(here).require(worked); // root deleted it
      }
      List<String> read = new ArrayList<>(List.of(worker.get().words()));
      read.addAll(words.subList(1, words.size()));
      return typed.reading(read);
    }
    Optional<AgentName> agent =
        words.isEmpty() ? Optional.empty() : AgentNames.named(words.getFirst(), here.layout());
    if (agent.isEmpty() || of(words.getFirst(), here).exists()) {
      return typed;
    }
    Optional<String> project =
        words.size() > 1
            ? Optional.of(words.get(1))
            : AgentOverlay.onlyProject(agent.get(), here).map(ProjectId::text);
    if (project.isEmpty()) {
      throw AgentChoice.withoutProject(typed.options().commandSpec().name(), agent.get());
    }
    List<String> read = new ArrayList<>(List.of(agent.get() + " " + project.get()));
    read.addAll(words.subList(Math.min(2, words.size()), words.size()));
    return typed.reading(read);
  }

  /** The command with the agent and the project in place of the session of an agent. */
  static Typed ofWorker(Typed typed, Surroundings here) {
    return typed.words().size() == 1 && of(typed, here).worker().isPresent()
        ? joined(typed, here)
        : typed;
  }

  /** The agent of the session, if it has one, and if its record can be read. */
  Optional<AgentProject> worker() {
    if (overlay.isPresent() || !Files.exists(directory().plan(), LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    try {
      return RecordFile.read(directory()).agent();
    } catch (Failure e) {
      return Optional.empty();
    }
  }

  /**
   * Requires a session under the caller's own user.
   *
   * @param what the action that is impossible in the session of an agent
   * @param hint the hint, with the agent and its project in place of {@code %s}
   * @throws Refused if it is the session of an agent
   */
  static void requireUnprivileged(SessionRecord record, String what, String hint) {
    if (record.agent().isPresent()) {
      throw new Refused(
          "session '"
              + record.name()
              + "' is a session of the agent "
              + record.agent().get().agent()
              + ", and bawn cannot "
              + what,
          hint.formatted(record.agent().get().words()));
    }
  }

  static PositionalParamSpec several() {
    return Parameters.some("SESSION", "the sessions; 'bawn list' prints the names");
  }

  /** Each of these sessions once, in the order of the names. */
  static List<NamedSession> each(List<String> names, Surroundings here) {
    return names.stream().distinct().map(name -> session(name, here)).toList();
  }

  /**
   * A session, for a command that does not work on the changes of an agent.
   *
   * @throws NotFound if an agent and its project are named instead
   */
  static NamedSession session(String name, Surroundings here) {
    NamedSession named = of(name, here);
    if (named.overlay.isPresent()) {
      throw new NotFound(
          name + " are an agent and its project; expected the name of a session",
          "list the sessions: bawn list; start one of the agent: bawn launch " + name);
    }
    return named;
  }

  static NamedSession of(Typed typed, Surroundings here) {
    return of(typed.words().getFirst(), here);
  }

  static NamedSession of(String name, Surroundings here) {
    SessionPlaces places = OwnPlaces.of(here);
    // a start also calls this, and needs no data of an agent
    Optional<AgentOverlay> overlay =
        name.indexOf(' ') < 0 ? Optional.empty() : AgentOverlay.named(name, places, here);
    return new NamedSession(
        overlay.isPresent() ? overlay.get().name() : SessionName.of(name),
        places,
        sessions(places, here),
        here.layout(),
        overlay,
        isInside(here));
  }

  /** Tells whether this process is in a session. */
  static boolean isInside(Surroundings here) {
    return HostProbe.session(here.environment()).isPresent();
  }

  /** All sessions of the caller. */
  static Sessions sessions(Surroundings here) {
    return sessions(OwnPlaces.of(here), here);
  }

  private static Sessions sessions(SessionPlaces places, Surroundings here) {
    return new Sessions(places, SessionStates.on(here.layout()));
  }

  /** The directory of its record. */
  SessionDirectory directory() {
    return places.session(name);
  }

  /** Tells whether a session of this name exists, in any state. */
  boolean exists() {
    return Files.exists(places.session(name).path(), LinkOption.NOFOLLOW_LINKS)
        || Files.exists(places.workspace(name), LinkOption.NOFOLLOW_LINKS);
  }

  /** The caller's agent of this name, if no session has the name. */
  Optional<AgentName> agent(YourAgents agents) {
    if (!agents.areThere()
        || sessions.all().stream().anyMatch(each -> each.name().equals(name.text()))) {
      return Optional.empty();
    }
    agents.requireNotOthers(name.text());
    return agents.named(name.text());
  }

  /**
   * The session in any state.
   *
   * @throws NotFound if it does not exist, with the most similar name
   */
  ListedSession listed() {
    if (overlay.isPresent()) {
      return overlay.get().listed();
    }
    try {
      return sessions.find(name);
    } catch (NotFound e) {
      if (isInside) {
        throw new NotFound(
            e.what(), "a session cannot see sessions: run bawn outside of the session");
      }
      if (AgentNames.named(name.text(), layout).isPresent()) {
        throw new NotFound(
            name + " is an agent; expected the name of a session",
            "list the sessions: bawn list; list the projects of the agent: bawn agents "
                + name
                + "; start it: bawn launch "
                + name
                + " PROJECT; see its changes: bawn status "
                + name
                + " PROJECT");
      }
      List<String> names = sessions.all().stream().map(ListedSession::name).toList();
      throw new NotFound(e.what(), NearestMatch.hint(name.text(), names, e.hint()));
    }
  }

  /**
   * The session, which must not be damaged.
   *
   * @throws NotFound if it does not exist
   * @throws Refused if it is damaged, or a part of it is elsewhere
   */
  ListedSession.Intact intact() {
    return intact(listed());
  }

  /**
   * A listed session, which must not be damaged. The entry of a damaged one can have any name.
   *
   * @throws Refused as {@link #intact()}
   */
  static ListedSession.Intact intact(ListedSession listed) {
    // no switch over types: a start calls this, and the first such switch takes 8 ms
    if (listed instanceof ListedSession.Damaged(_, var problem, var hint, _)) {
      throw new Refused(
          "session '" + Printable.whole(listed.name()) + "' is damaged: " + problem, hint);
    }
    if (listed instanceof ListedSession.Elsewhere elsewhere) {
      throw elsewhere(elsewhere);
    }
    return (ListedSession.Intact) listed;
  }

  private static Refused elsewhere(ListedSession.Elsewhere elsewhere) {
    return new Refused(
        "session '"
            + Printable.whole(elsewhere.name())
            + "' cannot be used: "
            + elsewhere.problem(),
        elsewhere.hint());
  }

  /** Writes an event of a session into the history. */
  static void note(SessionName name, History.Event event, String detail, Surroundings here) {
    History.of(OwnPlaces.of(here)).add(here.clock().instant(), event, name, detail);
  }

  /**
   * Requires that a session is intact, or that its removal only has to be finished.
   *
   * @throws Refused as {@link #intact()}
   */
  static void requireRemovable(ListedSession listed) {
    if (!listed.isBeingRemoved()) {
      intact(listed);
    }
  }

  /**
   * Requires that all parts of the session are in the directories that the environment names.
   *
   * @throws Refused if a part is elsewhere
   */
  void requireHere() {
    if (listed() instanceof ListedSession.Elsewhere elsewhere) {
      throw elsewhere(elsewhere);
    }
  }

  /** Reads the changes of a session, whose layers are open. */
  @FunctionalInterface
  interface Look<T> {
    T at(Layers layers, List<Change> changes) throws IOException;
  }

  /**
   * Reads the changes of a session.
   *
   * @return empty if the session has no upper layer
   * @throws NotFound if the project for the comparison is missing
   */
  static <T> Optional<T> changes(SessionRecord record, Look<T> look) {
    requireProject(record);
    return changes(record, record.project(), look);
  }

  /** As {@link #changes}, but without a project every file of the session is a change. */
  static <T> Optional<T> changesLeft(SessionRecord record, Look<T> look) {
    return changes(record, record.project().filter(Files::isDirectory), look);
  }

  /**
   * The work of a session that the project lacks.
   *
   * @param commits references to commits that the project lacks
   */
  record Left(ChangeCount changes, MissingCommits commits) {
    static final Left NOTHING = new Left(ChangeCount.NONE, MissingCommits.NONE);
  }

  /**
   * The unmerged work with its commits; empty if it cannot be determined: a failure does not end a
   * list. A session without changes is not opened. If the session changed references, git is called
   * for these.
   *
   * @param most the number of changes at which the count stops
   */
  static Optional<Left> left(SessionRecord record, int most) {
    if (record.changes().filter(NamedSession::isEmpty).isPresent()) {
      return Optional.of(Left.NOTHING);
    }
    try {
      return layers(
          record,
          record.project().filter(Files::isDirectory),
          layers -> {
            ChangeCount count = layers.count(most);
            return new Left(count, missing(record, layers, count.references()));
          });
    } catch (Failure e) {
      return Optional.empty();
    }
  }

  private static MissingCommits missing(
      SessionRecord record, Layers layers, List<Change> references) {
    try {
      return references.isEmpty()
          ? MissingCommits.NONE
          : MissingCommits.of(record.changes().orElseThrow(), layers, references);
    } catch (IOException | Failure e) {
      return MissingCommits.NONE; // 'status' prints the reason
    }
  }

  private static <T> Optional<T> changes(
      SessionRecord record, Optional<Path> project, Look<T> look) {
    return layers(record, project, layers -> look.at(layers, layers.changes()));
  }

  /** An operation on the open layers. */
  @FunctionalInterface
  private interface Use<T> {
    T of(Layers layers) throws IOException;
  }

  private static <T> Optional<T> layers(SessionRecord record, Optional<Path> project, Use<T> use) {
    if (record.changes().isEmpty()) {
      return Optional.empty();
    }
    Path upper = record.changes().get();
    requireOpenTop(record, upper);
    // without a project, the session's base is the checkout
    Optional<Path> below =
        record.project().isEmpty() && record.workspace().isCheckout()
            ? Optional.of(upper.resolveSibling(Checkout.FILES))
            : project;
    try (Base base = base(record, below, upper);
        Layers layers = Layers.open(below, SessionMasks.layer(upper), upper, base)) {
      return Optional.of(use.of(layers));
    } catch (IOException e) {
      requireOpenRepository(record);
      throw new Failed(
          "cannot read the changes of the session: " + e.getMessage(),
          "if the session runs, pause it and try again: bawn pause "
              + record.name()
              + "; otherwise see: ls -lR "
              + upper);
    }
  }

  /** An agent can close the directory, which the operator does not own. */
  private static void requireOpenTop(SessionRecord record, Path upper) {
    if (record.name().isOfAgent()
        && Files.isDirectory(upper)
        && !(Files.isReadable(upper) && Files.isExecutable(upper))) {
      throw new Failed(
          "the agent made the directory of its changes unreadable: " + upper,
          "make it readable, while no session of the agent runs: sudo bawn-admin sync "
              + record.name());
    }
  }

  private static Base base(SessionRecord record, Optional<Path> project, Path upper)
      throws IOException {
    Path directory = BaseDirectory.beside(upper);
    boolean isOfAgent = record.name().isOfAgent();
    boolean isCopy = isOfAgent || record.workspace().isCheckout();
    return isCopy && project.isPresent()
        ? Base.below(
            directory,
            project.get(),
            record.project().isPresent()
                ? GitRepository.of(project.get())
                : Optional.of(RepositoryLayer.of(upper)),
            isOfAgent ? AgentOverlay.lower(upper) : upper.resolveSibling(Checkout.FILES),
            RepositoryLayer.beside(upper),
            Merges.bases(upper),
            isOfAgent)
        : Base.of(
            directory, project, record.created(), Merges.bases(upper), record.isOnAnotherProject());
  }

  /**
   * The upper layer of a session.
   *
   * @throws Refused if it has none
   */
  static Path requireChanges(SessionRecord record) {
    return record.changes().orElseThrow(() -> nothingApart(record));
  }

  /**
   * The merges of a session.
   *
   * @param typed the command that merges, for a hint to type it again
   * @throws Refused if it has nothing that could be merged
   */
  static Merges merges(SessionRecord record, Typed typed) {
    if (record.changes().isEmpty()) {
      throw nothingApart(record);
    }
    requireSomeProject(record);
    requireProject(record);
    if (record.name().isOfAgent()) {
      AgentOverlay.requireOwn(record);
    }
    return new Merges(record, typed.line());
  }

  /**
   * Requires that a session has a project.
   *
   * @throws Refused if it has none
   */
  static void requireSomeProject(SessionRecord record) {
    if (record.project().isEmpty()) {
      throw new Refused(
          record.name() + " has no project",
          record.workspace().isCheckout()
              ? "save the changes as a patch: bawn export %1$s >%1$s.patch".formatted(record.name())
              : "its changes are in " + requireChanges(record));
    }
  }

  /** Finishes an interrupted merge or undo, or rolls the merge back. */
  static Optional<Merges.Recovery> settle(Merges merges, Surroundings here) {
    return settle(merges, merges::lock, here);
  }

  /** The same for a caller that has {@link #changesLock}. */
  static Optional<Merges.Recovery> settleLocked(Merges merges, Surroundings here) {
    return settle(merges, merges::lockProject, here);
  }

  private static Optional<Merges.Recovery> settle(
      Merges merges, Supplier<Flock> locked, Surroundings here) {
    if (!merges.isInterrupted()) {
      return Optional.empty();
    }
    try (Flock _ = locked.get()) {
      Optional<Merges.Recovery> recovery = merges.recover();
      recovery.ifPresent(each -> here.note("bawn: " + each.told()));
      recovery
          .flatMap(Merges.Recovery::undone)
          .ifPresent(undone -> tellOnlyCopies(undone, merges, here));
      return recovery;
    }
  }

  /**
   * Warns that the agent may no longer have these files: a sync removes changes of an agent that
   * the project has.
   */
  static void tellOnlyCopies(Outcome undone, Merges merges, Surroundings here) {
    SessionRecord record = merges.record();
    if (!record.name().isOfAgent()) {
      return;
    }
    List<String> gone =
        changesLeft(
                record,
                (layers, _) -> {
                  List<String> paths = new ArrayList<>();
                  for (Applied each : undone.done()) {
                    if (!each.isRemoval() && layers.session(each.path()).isEmpty()) {
                      paths.add(each.path().shown());
                    }
                  }
                  return paths;
                })
            .orElse(List.of());
    if (!gone.isEmpty()) {
      here.note(
          "bawn: the only copy of "
              + Count.first(gone, SHOWN)
              + " is below "
              + Printable.whole(merges.directory())
              + "; a sync removed the agent's copy");
    }
  }

  /** Warns if the project's path leads to another directory by now. */
  static void warnOfAnotherProject(SessionRecord record, Surroundings here) {
    Path project = record.project().orElse(Path.of("/"));
    if (record.isOnAnotherProject() && Files.isDirectory(project)) {
      here.note(
          "bawn: warning: "
              + Printable.whole(project)
              + (Files.isSymbolicLink(project)
                  ? " became a link since "
                  : " was replaced by another directory since ")
              + record.name()
              + " began");
    }
  }

  /** Warns that a merge may bring other contents than those that the user read before. */
  static void warnOfRunning(ListedSession.Intact session, Surroundings here) {
    boolean mayWrite =
        switch (session.state()) {
          case SessionState.Running(_, _, var isPaused) -> !isPaused;
          case SessionState.OfAgent(var isRunning, _) -> isRunning;
          default -> false;
        };
    if (mayWrite) {
      here.note(
          "bawn: warning: "
              + session.name()
              + " is running, and may have changed its files since you read them; to merge exactly"
              + " what you see: bawn review "
              + session.name());
    }
  }

  /** Warns if the project has only a part of a merge. */
  static void warnOfInterrupted(SessionRecord record, Surroundings here) {
    if (record.changes().isEmpty() || record.project().isEmpty()) {
      return;
    }
    String undo = "bawn undo " + record.name();
    Merges merges = new Merges(record, undo);
    if (merges.isInterruptedElsewhere()) {
      here.note(
          "bawn: warning: "
              + Printable.whole(record.project().get())
              + " was replaced by another directory since a merge of "
              + record.name()
              + " was interrupted; for what to do: "
              + undo);
    } else if (merges.isInterrupted()) {
      boolean isUndo = merges.isUndoInterrupted();
      here.note(
          "bawn: warning: "
              + (isUndo ? "an undo of " : "a merge of ")
              + record.name()
              + " was interrupted or is still running in "
              + Printable.whole(merges.staged())
              + "; to "
              + (isUndo ? "finish it: " : "take it back: ")
              + undo);
    }
  }

  /** Warns of merged files that others took back in the project: they are not listed as changes. */
  static void warnOfTakenBack(SessionRecord record, Layers layers, Surroundings here)
      throws IOException {
    SortedMap<RawPath, Integer> files = new TreeMap<>(layers.takenBack());
    if (files.isEmpty() || new Merges(record, "").isInterrupted()) {
      return; // after a killed undo or merge, warnOfInterrupted() says what to do
    }
    here.note(
        "bawn: warning: after a merge of %s, its changes to %s were taken back in the project; %s"
            .formatted(
                record.name(),
                Count.first(files.keySet().stream().map(RawPath::shown).toList(), SHOWN),
                again(record, Collections.min(files.values()))));
  }

  /**
   * The way to merge changes again that others took back.
   *
   * @param first the first merge that brought one of them
   */
  private static String again(SessionRecord record, int first) throws IOException {
    String undo = "bawn undo " + record.name();
    Merges merges = new Merges(record, undo);
    if (record.name().isOfAgent()) {
      // a sync may have dropped the other changes of these merges
      return "the merged versions are below " + Printable.whole(merges.directory());
    }
    if (record.isOnAnotherProject()) {
      // an undo refuses the other directory
      return "the session's versions are below " + Printable.whole(record.changes().orElseThrow());
    }
    List<String> again = new ArrayList<>(Collections.nCopies(merges.undos(first), undo));
    again.add("bawn merge " + record.name() + " --all");
    return "to merge them again: " + String.join(" && ", again);
  }

  /**
   * Requires that the session does not run.
   *
   * @throws Refused if it runs
   */
  void requireRested() {
    if (listed() instanceof ListedSession.Intact(_, SessionState.Running(var pid, _, _))) {
      throw running("process " + pid);
    }
    if (overlay.isPresent()) {
      try (Flock _ = restingLock()) {
        return;
      }
    }
  }

  /** The tmux server with the terminals of background sessions. */
  Tmux tmux(Surroundings here) {
    return Tmux.of(places, here);
  }

  /**
   * The tmux server with the session's terminal.
   *
   * @throws Refused if it does not run, or not in the background
   */
  Tmux requireBackground(Surroundings here) {
    ListedSession.Intact listed = intact();
    if (!(listed.state() instanceof SessionState.Running)) {
      throw new Refused(
          "session '" + name + "' is not running (" + ListedOutput.status(listed) + ")",
          (Files.exists(places.session(name).log())
                  ? "show its output: bawn logs " + name + "; "
                  : "")
              + "start it: bawn restart "
              + name);
    }
    Tmux tmux = tmux(here);
    if (!tmux.has(name)) {
      throw new Refused(
          "session '" + name + "' has no terminal that bawn can show",
          "it runs in the foreground of another terminal, or bawn's tmux server ended; to start"
              + " background sessions: bawn spawn --help");
    }
    return tmux;
  }

  /**
   * Takes the lock of the session, so that it cannot start. If there is no lock file, or a link
   * instead, the result is null.
   */
  Flock restingLock() {
    Path lock = overlay.map(AgentOverlay::lock).orElseGet(() -> places.session(name).lock());
    try {
      return Flock.take(lock).orElseThrow(() -> running("its lock is held"));
    } catch (NoSuchFileException | FileSystemLoopException e) {
      return null;
    } catch (IOException e) {
      if (!Files.isDirectory(lock.getParent())) {
        // names the damage, with its own hint
        intact();
      }
      throw new Failed(
          "the lock of " + name + " cannot be opened: " + lock,
          Sessions.isOwn(lock.getParent())
              ? "make it readable: chmod -R u+rwX " + lock.getParent()
              : Sessions.open(lock.getParent()));
    }
  }

  /** The lock of its workspace, where it has one: no other command works on its changes. */
  Flock changesLock() {
    Path workspace = places.workspace(name);
    return Files.isDirectory(workspace, LinkOption.NOFOLLOW_LINKS)
        ? WorkspaceLock.take(workspace, name)
        : null;
  }

  /**
   * Makes sure that no merge was interrupted: its files lie in the project under the name of the
   * session. The caller holds {@link #changesLock}.
   *
   * @param typed the command, to be typed again
   * @throws Refused if a merge or an undo was interrupted
   */
  void requireSettled(String typed) {
    SessionRecord record = intact().record();
    if (record.changes().isEmpty() || record.project().filter(Files::isDirectory).isEmpty()) {
      return;
    }
    Merges merges = new Merges(record, typed);
    if (merges.isInterrupted()) {
      throw new Refused(
          (merges.isUndoInterrupted() ? "an undo of " : "a merge of ") + name + " was interrupted",
          "first: bawn undo " + name + "; then: " + typed);
    }
  }

  /** A discard of its changes. It takes the lock of an agent's overlay itself. */
  Discard discard(SessionRecord record, Surroundings here) {
    return overlay.isPresent() ? overlay.get().discard(record, here) : new Discard(record);
  }

  /** Takes the lock for a discard; null for an agent, since the discard takes that lock itself. */
  Flock discardLock() {
    return overlay.isPresent() ? null : restingLock();
  }

  private Refused running(String how) {
    return name.isOfAgent()
        ? new Refused(
            "the changes of " + name + " are in use: by a session, or by a command of an operator",
            overlay.orElseThrow().toEnd())
        : new Refused(
            "session '" + name + "' is running (" + how + ")", "end it first: bawn kill " + name);
  }

  /**
   * Requires that the project of a session, if it has one, still exists at its path.
   *
   * @throws NotFound if it does not
   */
  static void requireProject(SessionRecord record) {
    if (record.project().isPresent() && !Files.isDirectory(record.project().get())) {
      String name = record.name().toString();
      String put = wayBack(record);
      String end =
          record.name().isOfAgent()
              ? "; copy what you need, then ask root: sudo bawn-admin unassign "
                  + name
                  + " --purge-scratch"
              : "; to remove them with the session: bawn destroy " + name + " --force";
      throw new NotFound(
          "the project of " + name + " is missing: there is no directory " + record.project().get(),
          record.changes().isPresent()
              ? put + "; the changes of the session are in " + place(record.changes().get()) + end
              : put + "; to remove the session: bawn destroy " + name);
    }
  }

  /** The way to have the missing project at its path again. */
  private static String wayBack(SessionRecord record) {
    Path project = record.project().orElseThrow();
    if (Files.exists(project, LinkOption.NOFOLLOW_LINKS)) {
      return "a file is in its place: move that file away, and put the project back";
    }
    return record.name().isOfAgent()
        ? "move the project back"
        : "move the project back; or put a link to it at the old path, and start the session once: bawn kill "
            + record.name()
            + " && ln -s NEWPATH "
            + ShellQuoting.join(List.of(project.toString()))
            + " && bawn resume "
            + record.name()
            + " -- true";
  }

  /** The directory with the changes; those of an agent are behind a link. */
  private static Path place(Path changes) {
    try {
      return Files.isSymbolicLink(changes) ? Files.readSymbolicLink(changes) : changes;
    } catch (IOException e) {
      return changes;
    }
  }

  /**
   * Requires that the repository of the project can be read.
   *
   * @throws Failed if not
   */
  static void requireOpenRepository(SessionRecord record) {
    Optional<Path> git = record.project().map(each -> each.resolve(".git"));
    if (git.filter(Files::isDirectory).isPresent()
        && !(Files.isReadable(git.get()) && Files.isExecutable(git.get()))) {
      throw new Failed(
          "the repository of the project cannot be read: " + git.get(),
          "see: namei -l " + git.get());
    }
  }

  /**
   * Requires that the base of the changes was recorded: a merge compares with it.
   *
   * @throws Refused if an older bawn made the session
   */
  static void requireBase(SessionRecord record, Layers layers) {
    if (!layers.hasBase()) {
      throw new Refused(
          record.name() + " was made by an older bawn, which recorded no base",
          "use: bawn export " + record.name() + "; a new session has a base");
    }
  }

  /** Prints the changes of a session. */
  @FunctionalInterface
  interface Show {
    /** Prints the changes, and returns the exit status. */
    int of(Layers layers, List<Change> changes) throws IOException;
  }

  /** Prints the named changes of a session. */
  @FunctionalInterface
  interface ShowSelection {
    /** Prints the changes, and returns the exit status. */
    int of(Layers layers, Selection selection) throws IOException;
  }

  /**
   * Prints the changes of a session. If the session closed a directory to its owner, this command
   * runs once more with the right to read it.
   *
   * @return the exit status, which is not 0 if the agent closed a changed file to its operators;
   *     empty if the session has no upper layer
   */
  static OptionalInt show(SessionRecord record, Show show) {
    return withRights(
        record, (layers, changes) -> show.of(layers, changes) | closed(record, changes));
  }

  /** As {@link #show(SessionRecord, Show)}, for the named changes alone. */
  static OptionalInt show(SessionRecord record, NamedPaths named, ShowSelection show) {
    return withRights(
        record,
        (layers, changes) -> {
          Selection selection = named.of(layers, changes);
          return show.of(layers, selection) | closed(record, selection.changes());
        });
  }

  private static int closed(SessionRecord record, List<Change> changes) {
    return record.name().isOfAgent() ? AgentOverlay.closed(changes) : 0;
  }

  private static OptionalInt withRights(SessionRecord record, Show show) {
    boolean isOfAgent = record.name().isOfAgent();
    if (!isOfAgent && record.changes().filter(NamedSession::isClosed).isPresent()) {
      OptionalInt again = OwnerRights.runAgain();
      if (again.isPresent()) {
        return again;
      }
    }
    Optional<OptionalInt> status =
        changes(
            record,
            (layers, changes) -> {
              OptionalInt again =
                  !isOfAgent && changes.stream().anyMatch(Change::isClosed)
                      ? OwnerRights.runAgain()
                      : OptionalInt.empty();
              if (again.isPresent()) {
                return again;
              }
              return OptionalInt.of(show.of(layers, changes));
            });
    return status.orElse(OptionalInt.empty());
  }

  private static boolean isEmpty(Path upper) {
    String[] names = upper.toFile().list();
    return names != null && names.length == 0;
  }

  private static boolean isClosed(Path upper) {
    return !Files.isReadable(upper) || !Files.isExecutable(upper);
  }

  /** The refusal for a session without an upper layer. */
  static Refused nothingApart(SessionRecord record) {
    String kind = record.workspace().word();
    return new Refused(
        "bawn keeps no changes of " + record.name() + " apart: its workspace is " + kind,
        record.workspace() == WorkspaceKind.BIND
            ? "the session wrote into the project itself: run git status there"
            : "the session could not change the project");
  }
}
