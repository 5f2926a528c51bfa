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
import java.util.List;
import java.util.function.Consumer;

/** Starts sessions under the caller's own user in the background. */
final class BackgroundStart {

  /** The terminal type in the tmux server, see terminfo(5). */
  private static final String TERMINAL = "tmux-256color";

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
    requireUtf8(typed);
    carryOut(
        request,
        start -> {
          SessionName name = request.name().orElseThrow();
          start.requireFree(List.of(name));
          SessionPlan plan = start.plan(request, typed);
          while (!start.takeHome(plan) || !start.startNew(plan)) {
            // another start has just taken the home, or the name
            if (start.isTaken(name)) {
              throw start.taken(name);
            }
            plan = start.plan(request, typed);
          }
        });
  }

  /** Starts an earlier session again. */
  void again(StartRequest request, Typed typed) {
    requireUtf8(typed);
    carryOut(request, start -> start.startAgain(start.plan(request, typed)));
  }

  private void carryOut(StartRequest request, Consumer<SessionStart> what) {
    SessionName name = request.name().orElseThrow();
    try (TmuxEngine engine = engine(name)) {
      what.accept(start(engine));
    } catch (TmuxEngine.NotBegun e) {
      e.screen().lines().map(Printable::whole).forEach(here.err()::println);
      throw new Failed(
          "session '" + name + "' ended before its command began",
          "start it in the foreground to see more: bawn "
              + (request.earlier().isPresent() ? "resume " + name : "launch"));
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
