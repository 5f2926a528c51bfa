package dev.bawn.launcher.cli;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.ProjectId;
import dev.bawn.contract.cli.Parameters;
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
import dev.bawn.launcher.engine.SessionState;
import dev.bawn.launcher.engine.SessionStates;
import dev.bawn.launcher.engine.Tmux;
import dev.bawn.launcher.linux.Flock;
import dev.bawn.launcher.machine.HostProbe;
import dev.bawn.launcher.merge.Discard;
import dev.bawn.launcher.merge.Merges;
import dev.bawn.launcher.merge.WorkspaceLock;
import dev.bawn.launcher.record.AgentProject;
import dev.bawn.launcher.record.History;
import dev.bawn.launcher.record.RecordFile;
import dev.bawn.launcher.record.SessionDirectory;
import dev.bawn.launcher.record.SessionName;
import dev.bawn.launcher.record.SessionPlaces;
import dev.bawn.launcher.record.SessionRecord;
import dev.bawn.launcher.sessions.ListedSession;
import dev.bawn.launcher.sessions.Sessions;
import dev.bawn.launcher.trust.YourAgents;
import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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

  /** The argument that names a session. */
  static PositionalParamSpec word() {
    return Parameters.first("SESSION", "the session; 'bawn list' prints the names");
  }

  /** The argument of commands that refuse the sessions of agents. */
  static PositionalParamSpec unprivileged() {
    return Parameters.first(
        "SESSION", "the session, not one of an agent; 'bawn list' prints the names");
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
}
