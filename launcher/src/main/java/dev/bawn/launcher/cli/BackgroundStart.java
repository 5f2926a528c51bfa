package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.contract.layout.PersonalFiles;
import dev.bawn.launcher.engine.SessionState;
import dev.bawn.launcher.engine.SessionStates;
import dev.bawn.launcher.engine.Tmux;
import dev.bawn.launcher.engine.TmuxEngine;
import dev.bawn.launcher.facts.SharedFacts;
import dev.bawn.launcher.plan.SessionPlan;
import dev.bawn.launcher.record.SessionDirectory;
import dev.bawn.launcher.record.SessionName;
import dev.bawn.launcher.record.SessionPlaces;
import dev.bawn.launcher.record.SessionRecord;
import dev.bawn.launcher.request.StartRequest;
import dev.bawn.launcher.request.Wanted;
import java.io.PrintStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Starts sessions in the background, under the caller's own user or of an agent. */
final class BackgroundStart {

  /** The terminal type in the tmux server, see terminfo(5). */
  private static final String TERMINAL = "tmux-256color";

  /** More would only compete for the processors. */
  private static final int MOST_AT_A_TIME = 4;

  private static final String REPLACEMENT = "\ufffd";

  private final CommandContext context;
  private final Surroundings here;
  private final Surroundings once;
  private final SessionPlaces places;
  private final SharedFacts shared;
  private final boolean isQuiet;

  /**
   * @param isQuiet whether to print no line about the sessions
   */
  BackgroundStart(CommandContext context, Surroundings here, boolean isQuiet) {
    this.isQuiet = isQuiet;
    this.context = context;
    this.here = here.with("TERM", TERMINAL);
    this.once = this.here.with(new OnceStream(here.err()));
    this.places = OwnPlaces.of(here);
    this.shared = new SharedFacts(places, here.layout().at("proc"));
  }

  /** The plan of a start, as {@code --dry-run} prints it. */
  SessionPlan plan(StartRequest request, Typed typed) {
    try (TmuxEngine engine = engine(request.name().orElseThrow())) {
      return start(engine).plan(request, typed);
    }
  }

  /** Starts a new session. Returns when its command runs. */
  void first(StartRequest request, Typed typed) {
    all(List.of(request), typed);
  }

  /** Makes a new session, which {@code bawn restart} starts. */
  void prepare(StartRequest request, Typed typed) {
    requireUtf8(typed);
    SessionName name = request.name().orElseThrow();
    SessionStart start = start(engine(name));
    if (!start.prepare(start.plan(request, typed))) {
      throw start.taken(name);
    }
    notePrepared(name);
  }

  /** Makes a new session of an agent, as the method above. */
  void prepare(SessionName name, AgentChoice chosen, Wanted wanted, Typed typed) {
    requireUtf8(typed);
    SessionStart start = start(engine(name));
    AgentBackground agents = new AgentBackground(context, here, isQuiet);
    if (!agents.prepare(name, agents.plan(chosen, wanted), wanted, typed)) {
      throw start.taken(name);
    }
    notePrepared(name);
  }

  private void notePrepared(SessionName name) {
    note("prepared " + name + "; start it: bawn restart " + name);
  }

  /**
   * Starts new sessions. Returns when the commands of all run; where one fails, none after it is
   * started.
   */
  void all(List<StartRequest> requests, Typed typed) {
    requireUtf8(typed);
    all(
        requests.stream()
            .map(request ->
                start(
                    request.name().orElseThrow(),
                    "launch",
                    engine -> startNew(start(engine), request, typed)))
            .toList());
  }

  /** Starts new sessions of an agent, as the method above. */
  void all(List<SessionName> names, AgentChoice chosen, Wanted wanted, Typed typed) {
    requireUtf8(typed);
    AgentBackground agents = new AgentBackground(context, here, isQuiet);
    AgentStart.Checked checked = agents.ready(chosen, wanted, !typed.has(AgentBackground.NO_SYNC));
    agents.requireEnough(names.size(), checked);
    agents.announce(checked);
    String foreground = "launch " + chosen.agent() + " " + checked.verified().assignment().id();
    all(
        names.stream()
            .map(name ->
                start(
                    name,
                    foreground,
                    engine -> {
                      SessionStart start = start(engine);
                      start.requireFree(name);
                      if (!agents.first(name, checked, wanted, typed, engine)) {
                        throw start.taken(name);
                      }
                    }))
            .toList());
  }

  /** The verified plan of a start of an agent, as {@code --dry-run} prints it. */
  AgentStart.Checked plan(AgentChoice chosen, Wanted wanted) {
    return new AgentBackground(context, here, false).plan(chosen, wanted);
  }

  /** The same of a start of an earlier session again. */
  AgentStart.Checked plan(SessionRecord earlier, Optional<Wanted> wanted) {
    return new AgentBackground(context, here, false).plan(earlier, wanted);
  }

  private static void startNew(SessionStart start, StartRequest request, Typed typed) {
    SessionName name = request.name().orElseThrow();
    start.requireFree(name);
    SessionPlan plan = start.plan(request, typed);
    while (!start.takeHome(plan) || !start.startNew(plan)) {
      // another start took the home, or the name, meanwhile
      if (start.isTaken(name)) {
        throw start.taken(name);
      }
      plan = start.plan(request, typed);
    }
  }

  /**
   * Starts an earlier session again, under the caller's own user or of an agent.
   *
   * @param wanted the program, if it is another one
   */
  void again(SessionRecord earlier, Optional<Wanted> wanted, Typed typed) {
    requireUtf8(typed);
    if (earlier.agent().isPresent()) {
      againOfAgent(earlier, wanted);
      return;
    }
    StartRequest request = StartRequest.again(earlier, wanted, false);
    SessionName name = earlier.name();
    all(
        List.of(
            start(
                name,
                "resume " + name,
                engine -> {
                  SessionStart start = start(engine);
                  start.startAgain(start.plan(request, typed));
                })));
  }

  private void againOfAgent(SessionRecord earlier, Optional<Wanted> wanted) {
    AgentBackground agents = new AgentBackground(context, here, isQuiet);
    all(
        List.of(
            start(
                earlier.name(),
                "launch " + earlier.agent().orElseThrow().words(),
                engine -> agents.again(earlier, wanted, engine))));
  }

  /**
   * The start of one session.
   *
   * @param foreground the command that starts it at a terminal
   * @param begin plans the session and gives the plan to the engine
   */
  private record Start(
      SessionName name, String foreground, TmuxEngine engine, Consumer<TmuxEngine> begin) {}

  private Start start(SessionName name, String foreground, Consumer<TmuxEngine> begin) {
    return new Start(name, foreground, engine(name), begin);
  }

  /**
   * Plans each session while the ones before it begin. The first one is planned before a terminal
   * is opened for any other: a wrong option opens none.
   */
  private void all(List<Start> starts) {
    List<TmuxEngine> engines = starts.stream().map(Start::engine).toList();
    Deque<Start> waiting = new ArrayDeque<>();
    List<TmuxEngine> begun = new ArrayList<>();
    try {
      for (int i = 0; i < starts.size(); i++) {
        if (i % TmuxEngine.MOST_PER_CALL == 1) {
          TmuxEngine.openAll(
              engines.subList(i, Math.min(i + TmuxEngine.MOST_PER_CALL, engines.size())));
        }
        starts.get(i).begin().accept(engines.get(i));
        waiting.add(starts.get(i));
        if (waiting.size() == MOST_AT_A_TIME) {
          await(waiting.remove(), begun);
        }
      }
    } finally {
      try {
        awaitAll(waiting, begun);
      } finally {
        TmuxEngine.closeAtEnd(begun);
        engines.forEach(TmuxEngine::close);
      }
    }
  }

  /** All of them, also after one that failed. */
  private void awaitAll(Deque<Start> waiting, List<TmuxEngine> begun) {
    if (waiting.isEmpty()) {
      return;
    }
    try {
      await(waiting.remove(), begun);
    } finally {
      awaitAll(waiting, begun);
    }
  }

  private void await(Start start, List<TmuxEngine> begun) {
    SessionName name = start.name();
    try {
      start.engine().awaitBegun();
    } catch (TmuxEngine.NotBegun e) {
      e.screen().lines().map(Printable::whole).forEach(here.err()::println);
      String what = "session '" + name + "' ended before its command began";
      String hint =
          e.screen().isBlank()
              ? "start it in the foreground to see more: bawn " + start.foreground()
              : "the lines above say why";
      throw e.isRefusal() ? new Refused(what, hint) : new Failed(what, hint);
    }
    begun.add(start.engine());
    if (begun.size() == TmuxEngine.MOST_PER_CALL) {
      TmuxEngine.closeAtEnd(begun);
      begun.clear();
    }
    note(started(name));
  }

  private void note(String line) {
    if (!isQuiet) {
      here.note(line);
    }
  }

  private String started(SessionName name) {
    SessionState state = SessionStates.on(here.layout()).of(places.session(name));
    return state instanceof SessionState.Ended(_, _, int status)
        ? "started "
            + name
            + "; it ended with status "
            + status
            + "; show its output: bawn logs "
            + name
        : "started " + name + "; see it: bawn attach " + name;
  }

  private SessionStart start(TmuxEngine engine) {
    return new SessionStart(new CommandContext(context.system(), engine), once, shared);
  }

  /**
   * Requires that new sessions can have these names.
   *
   * @throws Refused if a session, or the files of an earlier one, have one of them
   */
  void requireFree(List<SessionName> names) {
    names.forEach(start(engine(names.getFirst()))::requireFree);
  }

  private TmuxEngine engine(SessionName name) {
    SessionDirectory directory = places.session(name);
    return new TmuxEngine(
        Tmux.of(places, here),
        here.layout().at("proc"),
        directory,
        here.library(),
        new PersonalFiles(here.user(), here.layout()));
  }

  /**
   * Refuses arguments that are not UTF-8. Only in the foreground does the start stub pass them on
   * byte for byte.
   */
  static void requireUtf8(Typed typed) {
    for (String word : typed.toolWords()) {
      if (word.contains(REPLACEMENT)) {
        throw new WrongUsage(
            "the command must be UTF-8: " + Printable.of(word),
            "start it in the foreground: bawn launch -- COMMAND");
      }
    }
  }

  /** Prints each line once: all sessions of a swarm have the same warnings. */
  private static final class OnceStream extends PrintStream {

    private final Set<String> printed = new HashSet<>();

    private OnceStream(PrintStream err) {
      super(err, true);
    }

    @Override
    public void println(String line) {
      if (printed.add(line)) {
        super.println(line);
      }
    }
  }
}
