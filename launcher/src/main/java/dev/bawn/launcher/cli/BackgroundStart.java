package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.launcher.engine.LocalEngine;
import dev.bawn.launcher.engine.SessionState;
import dev.bawn.launcher.engine.Tmux;
import dev.bawn.launcher.engine.TmuxEngine;
import dev.bawn.launcher.plan.SessionPlan;
import dev.bawn.launcher.record.SessionDirectory;
import dev.bawn.launcher.record.SessionName;
import dev.bawn.launcher.record.SessionPlaces;
import dev.bawn.launcher.request.StartRequest;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/** Starts sessions under the caller's own user in the background. */
final class BackgroundStart {

  /** The terminal type in the tmux server, see terminfo(5). */
  private static final String TERMINAL = "tmux-256color";

  /** More would only compete for the processors. */
  private static final int MOST_AT_A_TIME = 4;

  private static final String REPLACEMENT = "\ufffd";

  private final CommandContext context;
  private final Surroundings here;
  private final SessionPlaces places;

  BackgroundStart(CommandContext context, Surroundings here) {
    this.context = context;
    this.here = here.with("TERM", TERMINAL);
    this.places = OwnPlaces.of(here);
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

  /**
   * Starts new sessions. Each is planned while the ones before it begin. Returns when the commands
   * of all run; where one fails, none after it is started.
   */
  void all(List<StartRequest> requests, Typed typed) {
    requireUtf8(typed);
    Deque<Opened> opened = new ArrayDeque<>();
    try {
      for (StartRequest request : requests) {
        opened.add(open(request, start -> startNew(start, request, typed)));
        if (opened.size() == MOST_AT_A_TIME) {
          await(opened.remove());
        }
      }
    } finally {
      awaitAll(opened);
    }
  }

  private static void startNew(SessionStart start, StartRequest request, Typed typed) {
    SessionName name = request.name().orElseThrow();
    start.requireFree(List.of(name));
    SessionPlan plan = start.plan(request, typed);
    while (!start.takeHome(plan) || !start.startNew(plan)) {
      // another start took the home, or the name, meanwhile
      if (start.isTaken(name)) {
        throw start.taken(name);
      }
      plan = start.plan(request, typed);
    }
  }

  /** Starts an earlier session again. */
  void again(StartRequest request, Typed typed) {
    requireUtf8(typed);
    await(open(request, start -> start.startAgain(start.plan(request, typed))));
  }

  /** A session that was given its plan. */
  private record Opened(StartRequest request, TmuxEngine engine) {}

  private Opened open(StartRequest request, Consumer<SessionStart> what) {
    TmuxEngine engine = engine(request.name().orElseThrow());
    boolean isOpened = false;
    try {
      what.accept(start(engine));
      isOpened = true;
      return new Opened(request, engine);
    } finally {
      if (!isOpened) {
        engine.close();
      }
    }
  }

  /** All of them, also after one that failed. */
  private void awaitAll(Deque<Opened> opened) {
    if (opened.isEmpty()) {
      return;
    }
    try {
      await(opened.remove());
    } finally {
      awaitAll(opened);
    }
  }

  private void await(Opened opened) {
    SessionName name = opened.request().name().orElseThrow();
    try (TmuxEngine engine = opened.engine()) {
      engine.awaitBegun();
    } catch (TmuxEngine.NotBegun e) {
      e.screen().lines().map(Printable::whole).forEach(here.err()::println);
      throw new Failed(
          "session '" + name + "' ended before its command began",
          "start it in the foreground to see more: bawn "
              + (opened.request().earlier().isPresent() ? "resume " + name : "launch"));
    }
    here.note(started(name));
  }

  private String started(SessionName name) {
    SessionState state = LocalEngine.on(here.layout()).state(places.session(name));
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
    return new SessionStart(new CommandContext(context.system(), engine), here);
  }

  private TmuxEngine engine(SessionName name) {
    SessionDirectory directory = places.session(name);
    return new TmuxEngine(
        Tmux.of(places, here.library()), LocalEngine.on(here.layout()), directory, here.library());
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
}
