package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.ShellQuoting;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Failure;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.contract.layout.AgentNames;
import dev.bawn.contract.layout.PersonalFiles;
import dev.bawn.launcher.engine.ChildEngine;
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
 * {@code run [PROJECT] [-- COMMAND...]}: runs a session that is removed at its end, unless it has
 * unmerged work. The exit status is the command's, or 124 after {@code --timeout}, as timeout(1).
 */
record RunCommand(Function<Surroundings, CommandContext> context) implements Command {

  private static final int TIMED_OUT = 124;
  private static final Duration FOREVER = Duration.ofDays(3650);

  /** Twice the longest time in which a session ends its command. */
  private static final Duration TO_END = Duration.ofSeconds(20);

  @Override
  public CommandSpec spec() {
    CommandSpec spec =
        Parameters.command()
            .addPositional(
                Parameters.optional(
                    "PROJECT",
                    "the project's directory (default: the project of the current directory)"))
            .addPositional(Parameters.unwanted(1))
            .addOption(
                Parameters.option(
                    "--timeout",
                    "SECONDS",
                    "end the command after this time (SIGTERM, and SIGKILL ten seconds later); the exit status"
                        + " is 124"))
            .addOption(Parameters.flag("--keep", "keep the session"))
            .addOption(DestroyCommand.ignored())
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
    if (typed.words().size() > 1) {
      throw second(typed, here);
    }
    CommandContext through = context.apply(here);
    if (typed.toolWords().isEmpty()) {
      CommandAsProject.refuse("bawn run", typed, 0, through, here);
    }
    AgentChoice.requireNoProject(typed, 0, through.agents(here), here.directory());
    BackgroundStart.requireUtf8(typed);
    StartCommand.noteOwn("bawn run", typed.words(), typed, through, here);
    Optional<SessionName> named = typed.value("--name").map(SessionName::of);
    StartRequest request =
        StartRequest.first(
            typed,
            typed.words().stream().findFirst(),
            LaunchCommand.toolOrCommand(typed, here),
            named);
    SessionPlaces places = OwnPlaces.of(here);
    try (ChildEngine engine =
        new ChildEngine(
            here.layout().at("proc"),
            places.sessions().resolveSibling("run"),
            here.library(),
            new PersonalFiles(here.user(), here.layout()))) {
      OneSession one = new OneSession(engine, typed, here);
      Runtime.getRuntime().addShutdownHook(new Thread(one::end));
      SessionStart start = new SessionStart(new CommandContext(through.system(), engine), here);
      if (!typed.has("--keep")) {
        start.passes();
      }
      named.ifPresent(start::requireFree);
      SessionPlan plan = start.plan(request, typed);
      while (!one.start(start, plan)) {
        plan = start.plan(request, typed);
      }
      OptionalInt status = engine.await(most);
      // until then the terminal is in raw mode
      one.end();
      if (status.isEmpty()) {
        here.note(
            "bawn: timed out after " + most.toSeconds() + " s; ended " + plan.session().name());
      }
      return status.orElse(TIMED_OUT);
    }
  }

  /** The refusal of a second argument: of the project of an agent, or of a command. */
  private static Failure second(Typed typed, Surroundings here) {
    String first = typed.words().getFirst();
    boolean isPlace = AgentChoice.mayBeDirectory(first, here.directory());
    if (!isPlace && AgentNames.named(first, here.layout()).isPresent()) {
      String project = ShellQuoting.join(List.of(typed.words().get(1)));
      String command =
          typed.toolWords().isEmpty() ? "COMMAND" : ShellQuoting.join(typed.toolWords());
      return SessionStart.ofAgent(first, project + " -- " + command);
    }
    return new WrongUsage(
        "unexpected argument: " + Printable.of(typed.words().get(1)),
        typed.toolWords().isEmpty()
            ? "a command follows --: "
                + (isPlace
                    ? typed.lineWith("bawn run", 1, "--", typed.words().get(1))
                    : typed.lineWith("bawn run", 0, "--", first))
            : "see: bawn run --help");
  }

  /**
   * A session from its start to its removal. A signal may end it at any time, in another thread.
   */
  private static final class OneSession {

    private final ChildEngine engine;
    private final Typed typed;
    private final Surroundings here;
    private Optional<SessionName> name = Optional.empty();
    private boolean isOver;

    OneSession(ChildEngine engine, Typed typed, Surroundings here) {
      this.engine = engine;
      this.typed = typed;
      this.here = here;
    }

    /**
     * Starts the session, unless a signal came. A session that is being started cannot be removed:
     * {@link #end} waits.
     *
     * @return false if another session has taken its name or its home since it was planned
     */
    synchronized boolean start(SessionStart start, SessionPlan plan) {
      if (isOver) {
        throw Failed.interrupted();
      }
      boolean isBegun = start.takeHome(plan) && start.startNew(plan);
      name = isBegun ? Optional.of(plan.session().name()) : Optional.empty();
      return isBegun;
    }

    /** Ends the session once, and removes it unless it has unmerged work or is to be kept. */
    synchronized void end() {
      if (!isOver) {
        isOver = true;
        engine.terminate();
        engine.await(TO_END);
        engine.close();
        if (!typed.has("--keep")) {
          name.ifPresent(this::remove);
        }
      }
    }

    private void remove(SessionName session) {
      NamedSession named = NamedSession.of(session.text(), here);
      if (named.exists()) {
        CleanCommand.kept(() -> DestroyCommand.withoutLoss(named, typed, here), true, here);
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
          "use 1 to 9999999, for example: --timeout 600");
    }
    return Duration.ofSeconds(Long.parseLong(seconds));
  }
}
