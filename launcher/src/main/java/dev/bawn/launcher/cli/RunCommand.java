package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.Failure;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.launcher.engine.ChildEngine;
import dev.bawn.launcher.engine.LocalEngine;
import dev.bawn.launcher.plan.SessionPlan;
import dev.bawn.launcher.record.SessionName;
import dev.bawn.launcher.record.SessionPlaces;
import dev.bawn.launcher.request.SessionArguments;
import dev.bawn.launcher.request.StartRequest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code run [PROJECT] [-- COMMAND...]}: a session that is removed at its end, unless only it has
 * some work. The exit status is the command's, or 124 after {@code --timeout}, as timeout(1).
 */
final class RunCommand implements Command {

  private static final int TIMED_OUT = 124;
  private static final Duration FOREVER = Duration.ofDays(3650);

  /** Twice what a session takes at most to end its command. */
  private static final Duration TO_END = Duration.ofSeconds(20);

  private final Function<Surroundings, Gate> gate;

  RunCommand(Function<Surroundings, Gate> gate) {
    this.gate = gate;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec =
        Parameters.command()
            .addPositional(
                Parameters.optional("PROJECT", "its directory (default: the one you are in)"))
            .addOption(
                Parameters.option(
                    "--timeout", "SECONDS", "end it after this time, with status 124"))
            .addOption(Parameters.flag("--keep", "keep the session"))
            .addOption(Parameters.option("--name", "NAME", "name the session"));
    LaunchCommand.addTool(spec);
    spec.addOption(SessionArguments.quiet());
    SessionArguments.addTo(spec);
    spec.usageMessage().customSynopsis("bawn run [OPTION]... [PROJECT] [-- COMMAND [ARGUMENT]...]");
    return spec;
  }

  @Override
  public List<String> examples() {
    return List.of(
        "bawn run -- make test",
        "bawn run --timeout 600 --network none ~/app -- ./check.sh",
        "bawn run --tool claude --prompt question.md --once >answer.txt");
  }

  @Override
  public boolean takesToolWords() {
    return true;
  }

  @Override
  public int run(Typed typed, Surroundings here) {
    Duration most = timeout(typed.value("--timeout", ""));
    BackgroundStart.requireUtf8(typed);
    Optional<SessionName> named =
        typed.has("--name")
            ? Optional.of(SessionName.of(typed.value("--name", "")))
            : Optional.empty();
    StartRequest request =
        StartRequest.first(
            typed,
            typed.words().stream().findFirst(),
            LaunchCommand.toolOrCommand(typed, here),
            named);
    Gate through = gate.apply(here);
    SessionPlaces places = SessionPlaces.in(here.environment());
    try (ChildEngine engine =
        new ChildEngine(
            LocalEngine.on(here.layout()),
            places.sessions().resolveSibling("run"),
            here.library())) {
      SessionStart start = new SessionStart(new Gate(through.system(), engine), here);
      start.requireFree(named.stream().toList());
      SessionPlan plan = start.plan(request, typed);
      while (!start.takeHome(plan) || !start.startNew(plan)) {
        plan = start.plan(request, typed);
      }
      return finish(engine, plan.session().name(), most, typed, here);
    }
  }

  private static int finish(
      ChildEngine engine, SessionName name, Duration most, Typed typed, Surroundings here) {
    Removal removal = new Removal(typed.has("--keep"), name, typed, here);
    // a signal that ends this process ends the session, and what is not needed of it goes
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(() -> {
              engine.terminate();
              engine.await(TO_END);
              removal.run();
            }));
    OptionalInt status = engine.await(most);
    if (status.isEmpty()) {
      here.err().println("bawn: the time is over; ending " + name);
      engine.terminate();
      engine.await(TO_END);
    }
    removal.run();
    return status.orElse(TIMED_OUT);
  }

  /** Removes a session once, unless only it has some work. */
  private static final class Removal implements Runnable {

    private boolean isDone;
    private final SessionName name;
    private final Typed typed;
    private final Surroundings here;

    Removal(boolean isDone, SessionName name, Typed typed, Surroundings here) {
      this.isDone = isDone;
      this.name = name;
      this.typed = typed;
      this.here = here;
    }

    /** The process must not end while another thread removes it. */
    @Override
    public synchronized void run() {
      if (!isDone) {
        isDone = true;
        remove();
      }
    }

    private void remove() {
      try {
        NamedSession session = NamedSession.of(name.text(), here);
        if (session.exists()) {
          DestroyCommand.withoutLoss(session, typed, here);
        }
      } catch (Failure e) {
        here.err().println("bawn: kept: " + e.what());
        here.err().println("bawn: hint: " + e.mend());
      }
    }
  }

  private static Duration timeout(String seconds) {
    if (seconds.isEmpty()) {
      return FOREVER;
    }
    if (!seconds.matches("[1-9][0-9]{0,6}")) {
      throw new WrongUsage(
          "--timeout must be a number of seconds, not '" + Printable.of(seconds) + "'",
          "for example: --timeout 600");
    }
    return Duration.ofSeconds(Long.parseLong(seconds));
  }
}
