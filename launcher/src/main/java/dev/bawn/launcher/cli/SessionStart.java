package dev.bawn.launcher.cli;

import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.agent.KeyName;
import dev.bawn.contract.cli.ShellQuoting;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.Failure;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.layout.AgentNames;
import dev.bawn.contract.tool.ToolLogin;
import dev.bawn.launcher.config.EffectiveSettings;
import dev.bawn.launcher.config.PersonalDirectory;
import dev.bawn.launcher.config.ProjectFile;
import dev.bawn.launcher.engine.Preparation;
import dev.bawn.launcher.engine.SessionState;
import dev.bawn.launcher.engine.SessionStates;
import dev.bawn.launcher.engine.WrittenPlaces;
import dev.bawn.launcher.facts.EnvironmentProbe;
import dev.bawn.launcher.facts.SessionProbe;
import dev.bawn.launcher.facts.SharedFacts;
import dev.bawn.launcher.plan.SessionEnd;
import dev.bawn.launcher.plan.SessionFacts;
import dev.bawn.launcher.plan.SessionHome;
import dev.bawn.launcher.plan.SessionPlan;
import dev.bawn.launcher.plan.SessionPlanner;
import dev.bawn.launcher.record.SessionName;
import dev.bawn.launcher.record.SessionPlaces;
import dev.bawn.launcher.record.SessionRecord;
import dev.bawn.launcher.request.Notification;
import dev.bawn.launcher.request.SessionArguments;
import dev.bawn.launcher.request.StartRequest;
import dev.bawn.launcher.request.Wanted;
import dev.bawn.launcher.sessions.ListedSession;
import dev.bawn.launcher.sessions.Sessions;
import dev.bawn.launcher.workspace.Checkout;
import dev.bawn.launcher.workspace.RepositorySource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Prepares a planned unprivileged session, and hands it over to the engine. */
final class SessionStart {

  /** The option that removes a session at its end. */
  static final String REMOVE = "--rm";

  private final CommandContext context;
  private final Surroundings here;
  private final SessionPlaces places;
  private final SharedFacts shared;
  private boolean isQuiet;
  private boolean isPassing;

  SessionStart(CommandContext context, Surroundings here) {
    this(context, here, new SharedFacts(OwnPlaces.of(here), context.layout().at("proc")));
  }

  /**
   * @param shared by all sessions of this command
   */
  SessionStart(CommandContext context, Surroundings here, SharedFacts shared) {
    this.shared = shared;
    this.context = context;
    this.here = here;
    this.places = shared.places();
  }

  /** The caller removes the session at its end. */
  void passes() {
    isPassing = true;
  }

  /**
   * Plans a session, as it would start now; starts nothing.
   *
   * @param typed with the caller's arguments, and whether bawn may ask
   */
  SessionPlan plan(StartRequest request, Typed typed) {
    isQuiet = typed.has("--quiet");
    if (request.earlier().isEmpty()) {
      request.name().ifPresent(name -> requireNoAgent(name, request, typed));
      request.project().ifPresent(this::requireNoAgent);
    }
    ProposedSettings.Manner manner = ProposedSettings.manner(typed);
    SessionProbe probe = new SessionProbe(context.system(), here, shared, request);
    EffectiveSettings settings =
        ProposedSettings.settled(context.system(), probe.project(), manner, here);
    ProposedSettings.tellOverridden(request.options(), settings, here);
    SessionFacts facts = probe.facts(settings);
    tellUnset(typed);
    SessionPlan plan =
        new SessionPlanner(context.installation(), places)
            .plan(
                facts,
                typed.toolWords(),
                context.engine().keepsLog(),
                end(facts, request, typed.has(REMOVE)));
    WrittenPlaces.in(places, context.layout().at("proc")).requireNoneAbove(plan);
    return plan;
  }

  private void tellUnset(Typed typed) {
    for (String name : EnvironmentProbe.unset(typed, here)) {
      here.note(
          "bawn: warning: %1$s is not set, so --env %1$s passes no value; to set one: %2$s"
              .formatted(
                  Printable.of(name),
                  KeyName.from(name).isPresent()
                      ? "bawn env set " + name
                      : "--env " + Printable.of(name) + "=VALUE"));
    }
  }

  /** Refuses the name of an agent: the session would look like a session of that agent. */
  private void requireNoAgent(SessionName name, StartRequest request, Typed typed) {
    if (AgentNames.named(name.text(), context.layout()).isEmpty()) {
      return;
    }
    boolean isAtTerminal = context.engine().isAtTerminal();
    List<String> line =
        new ArrayList<>(
            isAtTerminal ? List.of("bawn", "launch") : List.of("bawn", "spawn", "NAME"));
    line.add(name.text());
    Optional<String> other = request.project().map(Path::toString);
    boolean isAgent =
        other.filter(word -> AgentNames.named(word, context.layout()).isPresent()).isPresent();
    if (!isAgent) {
      other.ifPresent(line::add);
    }
    if (!typed.toolWords().isEmpty()) {
      line.add("--");
      line.addAll(typed.toolWords());
    }
    throw new Refused(
        "'" + name + "' is an agent; this would start a session under your own user",
        (isAtTerminal ? "to start the agent in this terminal: " : "to start the agent: ")
            + ShellQuoting.join(line)
            + (isAgent ? "; the other one in another terminal: bawn launch " + other.get() : "")
            + "; otherwise give another name");
  }

  /** Refuses an agent where its name was typed as a project. */
  private void requireNoAgent(Path project) {
    if (AgentNames.named(project.toString(), context.layout()).isPresent()
        && !Files.exists(here.directory().resolve(project), LinkOption.NOFOLLOW_LINKS)) {
      throw ofAgent(project.toString(), "PROJECT");
    }
  }

  /**
   * The refusal of an agent by a command that starts only sessions under the caller's own user.
   *
   * @param rest the arguments that follow the agent in {@code bawn launch}
   */
  static Refused ofAgent(String agent, String rest) {
    return new Refused(
        "'" + agent + "' is an agent; this command starts sessions under your own user",
        "use: bawn launch " + agent + " " + rest);
  }

  /** For {@code bawn login}: the tool and the files of its login; the tool writes one of them. */
  private List<String> login(StartRequest request) {
    if (!(request.wanted().orElse(null) instanceof Wanted.Login(var tool, _, _))) {
      return List.of();
    }
    List<String> login = new ArrayList<>(List.of(tool.text()));
    ToolLogin files = context.system().definitions(here).of(tool).keys().login();
    files.in(places.login(tool.text())).forEach(file -> login.add(file.toString()));
    return login;
  }

  private SessionEnd end(SessionFacts facts, StartRequest request, boolean removes) {
    boolean runs = removes || isTold() && context.engine().isAtTerminal();
    return new SessionEnd(
        removes,
        removes || isPassing,
        login(request),
        // one more command in an earlier session gives no notice
        new StartHooks(here)
            .notice(facts.isAside() ? Notification.NONE : facts.options().notification()),
        runs ? PersonalDirectory.variables(here.environment()) : List.of());
  }

  /** Tells whether to print lines about the session at its start and at its end. */
  private boolean isTold() {
    return here.terminals().err() && !isQuiet;
  }

  /**
   * Takes the home of a new session.
   *
   * @return false if another session has taken it since this one was planned
   */
  boolean takeHome(SessionPlan plan) {
    return preparation(plan).takeHome();
  }

  /**
   * Starts a new session.
   *
   * @return false if another session has taken its name
   */
  boolean startNew(SessionPlan plan) {
    if (plan.home().isOfCaller()) {
      requireUnusedHome(plan);
    }
    rememberTool(plan.session());
    if (isTold() && fetched(plan).isPresent()) {
      here.note("bawn: fetching " + fetched(plan).get());
    }
    Preparation preparation = preparation(plan);
    if (!preparation.makeNew()) {
      return false;
    }
    tellUnread(plan);
    start(plan, preparation);
    return true;
  }

  /**
   * Makes a new session, and does not start it.
   *
   * @return false if another session has taken its name
   */
  boolean prepare(SessionPlan plan) {
    rememberTool(plan.session());
    Preparation preparation = preparation(plan);
    if (!preparation.makeNew()) {
      return false;
    }
    tellUnread(plan);
    plan.notes().forEach(note -> here.note("bawn: warning: " + Printable.whole(note)));
    preparation.rest(here.library());
    return true;
  }

  /**
   * Warns that the {@code .bawn.toml} of a fetched repository has no effect: the user has not read
   * it.
   */
  private void tellUnread(SessionPlan plan) {
    SessionRecord session = plan.session();
    if (session.project().isEmpty() && session.workspace().isCheckout()) {
      Path files = session.changes().orElseThrow().resolveSibling(Checkout.FILES);
      if (Files.exists(files.resolve(ProjectFile.NAME), LinkOption.NOFOLLOW_LINKS)) {
        here.note("bawn: warning: bawn ignores the .bawn.toml of the fetched repository");
      }
    }
  }

  /** The address of a repository that is being fetched, which takes time. */
  private static Optional<String> fetched(SessionPlan plan) {
    return plan.repository().isPresent()
            && plan.repository().get().source() instanceof RepositorySource.Remote remote
        ? Optional.of(remote.repository().address())
        : Optional.empty();
  }

  /**
   * Remembers the program that {@code --tool-path} names, for later starts of the tool. A program
   * in the project is not remembered: sessions of this project could replace it, and then sessions
   * of other projects would run it.
   */
  private void rememberTool(SessionRecord session) {
    Optional<Path> named = SessionArguments.toolPath(session);
    if (named.isEmpty()) {
      return;
    }
    CommandName tool = CommandName.of(session.tool());
    if (liesIn(session.project(), named.get())) {
      here.note(
          "bawn: --tool-path counts only for this start, because the program is in the project");
    } else if (context.system().rememberedTools(here).remember(tool, named.get())) {
      here.note(
          "bawn: later starts of "
              + tool
              + " use this program; to forget it: bawn tools forget "
              + tool);
    }
  }

  private static boolean liesIn(Optional<Path> project, Path program) {
    try {
      return project.isPresent() && program.toRealPath().startsWith(project.get());
    } catch (IOException e) {
      return false;
    }
  }

  private Preparation preparation(SessionPlan plan) {
    return new Preparation(plan, places, context.layout().at("proc"), context.engine());
  }

  /** Tells whether another session has this name. */
  boolean isTaken(SessionName name) {
    return places.isTaken(name, here.clock().instant());
  }

  /** The refusal of a name that a session, or the files of an earlier one, already have. */
  Refused taken(SessionName name) {
    return Files.exists(places.session(name).path(), LinkOption.NOFOLLOW_LINKS)
        ? new Refused(
            "session '" + name + "' already exists",
            SessionStates.on(context.layout()).of(places.session(name))
                    instanceof SessionState.Running
                ? "it is running; give another name, or see: bawn info " + name
                : "start it: bawn "
                    + (context.engine().isAtTerminal() ? "resume " : "restart ")
                    + name)
        : new Refused(
            "files of an earlier session '" + name + "' still exist: " + places.workspace(name),
            "give another name, or move that directory away");
  }

  /**
   * Requires that a new session can have this name.
   *
   * @throws Refused if a session, or the files of an earlier one, have it
   */
  void requireFree(SessionName name) {
    if (isTaken(name)) {
      throw taken(name);
    }
  }

  /** Starts an earlier session. */
  void startAgain(SessionPlan plan) {
    requireUnusedHome(plan);
    Preparation preparation = preparation(plan);
    if (!preparation.takePorts()) {
      throw new Refused("another session took the ports of this one meanwhile", "try again");
    }
    preparation.makeAgain();
    start(plan, preparation);
  }

  /**
   * Refuses a home that another session uses, and names that session; the session itself would
   * refuse it without the name.
   */
  private void requireUnusedHome(SessionPlan plan) {
    SessionHome home = plan.home();
    if (home.lock().isEmpty() || !home.isOfCaller() && !shared.lease().isUsed(home.lock().get())) {
      return;
    }
    for (ListedSession each : new Sessions(places, SessionStates.on(context.layout())).all()) {
      if (each.isRunning()
          && each instanceof ListedSession.Intact(var record, _)
          && !record.name().equals(plan.session().name())
          && record.home().equals(home.directory())) {
        throw new Refused(
            "session '" + each.name() + "' uses the home " + home.directory().get(),
            "end it first: bawn kill "
                + each.name()
                + (home.isOfCaller()
                    ? "; or name another directory: --home DIR"
                    : "; or start a new session, which gets another home"));
      }
    }
  }

  /** The line that names a session at its start. */
  private static String startLine(SessionPlan plan) {
    SessionRecord session = plan.session();
    String place =
        session.project().isPresent()
            ? " in "
                + Printable.of(session.project().get())
                + SessionArguments.directory(session)
                    .map(each -> " (directory " + Printable.of(each) + ")")
                    .orElse("")
            : "";
    return "bawn: "
        + session.name()
        + ": "
        + plan.program()
        + place
        + ", workspace "
        + session.workspace().word()
        + ", network "
        + plan.network().word()
        + (plan.sshHosts().isEmpty() ? "" : ", ssh to " + String.join(" ", plan.sshHosts()));
  }

  private void start(SessionPlan plan, Preparation preparation) {
    preparation.noteWritten();
    plan.notes().forEach(note -> here.note("bawn: warning: " + Printable.whole(note)));
    if (isTold()) {
      here.note(startLine(plan));
      if (plan.hidden().isPresent()) {
        here.note("bawn: hidden: " + plan.hidden().get());
      }
      if (plan.skipsSetup()) {
        here.note("bawn: setup: not run: it needs a checkout (--workspace worktree or clone)");
      }
    }
    for (String line : SeedingNotice.lines(plan.seeding(), preparation.seeded())) {
      here.note(line);
    }
    StartHooks hooks = new StartHooks(here);
    try {
      hooks.before(plan.session());
      hooks.after(plan.session(), plan.directory(), context.engine().process());
    } catch (Failure e) {
      preparation.withdraw();
      throw e;
    }
    preparation.start();
  }
}
