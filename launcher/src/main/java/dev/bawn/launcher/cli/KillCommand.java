package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.launcher.engine.PendingStart;
import dev.bawn.launcher.engine.ProcessTable;
import dev.bawn.launcher.engine.SessionProcesses;
import dev.bawn.launcher.engine.SessionState;
import dev.bawn.launcher.engine.SessionStates;
import dev.bawn.launcher.record.History;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** {@code kill NAME...}: ends running sessions in any terminal. */
record KillCommand(Function<Surroundings, CommandContext> context) implements Command {

  static final String GRACE = "--grace";
  private static final int LONGEST_GRACE = 86_400;

  /** The beginning of a line that is out of date once the command has ended. */
  static final String WAITS = "sending SIGKILL in ";

  /**
   * The time after which the agent's own session kills its command: see {@code libexec/session}.
   */
  private static final Duration AGENT_GRACE = Duration.ofSeconds(10);

  /**
   * The time that the kernel and bubblewrap get after SIGKILL, longer than {@link #AGENT_GRACE}.
   */
  private static final Duration AFTER_KILL = Duration.ofSeconds(15);

  private static final Duration PAUSE = Duration.ofMillis(20);

  /** The time after which the wait is announced. */
  private static final Duration SILENCE = Duration.ofSeconds(1);

  @Override
  public CommandSpec spec() {
    return Parameters.command().addPositional(NamedSession.several()).addOption(grace());
  }

  static OptionSpec grace() {
    return Parameters.option(
        GRACE,
        "SECONDS",
        "wait this long between SIGTERM and SIGKILL (default: 10); for the sessions of agents it is"
            + " always 10");
  }

  @Override
  public List<String> examples() {
    return List.of("bawn kill app-1", "bawn kill app-1 app-2 --grace 60");
  }

  @Override
  public int run(Typed typed, Surroundings here) {
    return end(typed.words(), grace(typed.value(GRACE, "10")), here);
  }

  /**
   * Ends these sessions.
   *
   * @param grace the grace period
   */
  int end(List<String> names, Duration grace, Surroundings here) {
    List<SessionProcesses> running = new ArrayList<>();
    List<NamedSession> others = new ArrayList<>();
    for (NamedSession word : NamedSession.each(names, here)) {
      if (word.intact().isRunning()) {
        running.add(processes(word, here));
      } else {
        others.add(word);
      }
    }
    others.forEach(word -> endStart(word, here));
    for (SessionProcesses each : running) {
      NamedSession.note(each.session().name(), History.Event.KILLED, "", here);
    }
    endAll(running, grace, here);
    running.forEach(each -> report(each, here));
    return 0;
  }

  /** Ends the start of a session that has not begun, if there is one. */
  private void endStart(NamedSession word, Surroundings here) {
    String status = ListedOutput.status(word.intact());
    Optional<PendingStart> found =
        PendingStart.of(word.directory(), program(here), here.layout().at("proc"));
    if (found.isEmpty()) {
      here.err().println(word.name() + " is not running (" + status + ")");
      return;
    }
    PendingStart start = found.get();
    if (waits(start::lives, SILENCE, start::giveUp)
        && waits(start::lives, AFTER_KILL, start::kill)) {
      throw stillRuns(word.name().text());
    }
    here.err().println("the start of " + word.name() + " ended before its command began");
  }

  private Path program(Surroundings here) {
    return context.apply(here).installation().library().resolve("session");
  }

  private SessionProcesses processes(NamedSession word, Surroundings here) {
    return SessionProcesses.of(word.directory(), program(here), SessionStates.on(here.layout()));
  }

  /**
   * Reads a grace period in seconds.
   *
   * @throws WrongUsage if the text is none
   */
  static Duration grace(String text) {
    if (!text.matches("[0-9]{1,5}") || Integer.parseInt(text) > LONGEST_GRACE) {
      throw new WrongUsage(
          "--grace must be a number of seconds, not '" + Printable.of(text) + "'",
          "use 0 to " + LONGEST_GRACE);
    }
    return Duration.ofSeconds(Integer.parseInt(text));
  }

  private static void endAll(List<SessionProcesses> running, Duration grace, Surroundings here) {
    Path proc = here.layout().at("proc");
    Duration silence = grace.compareTo(SILENCE) < 0 ? grace : SILENCE;
    if (!waits(running, silence, SessionProcesses::terminate, proc)) {
      return;
    }
    if (grace.compareTo(SILENCE) > 0) {
      Duration left = grace.minus(silence);
      announce(left, running.stream().filter(each -> !each.areOfAgent()), here);
      announceAgents(running, here);
      waits(running, left, SessionProcesses::hangUp, proc);
    } else if (waits(running, SILENCE, SessionProcesses::kill, proc)) {
      announceAgents(running, here);
    }
    if (waits(running, AFTER_KILL, SessionProcesses::kill, proc)) {
      throw stillRuns(names(running));
    }
  }

  private static void announceAgents(List<SessionProcesses> running, Surroundings here) {
    announce(
        AGENT_GRACE.minus(SILENCE), running.stream().filter(SessionProcesses::areOfAgent), here);
  }

  private static void announce(Duration left, Stream<SessionProcesses> running, Surroundings here) {
    String names = names(running.toList());
    if (!names.isEmpty()) {
      here.err().println(WAITS + left.toSeconds() + " s: " + names);
    }
  }

  private static Failed stillRuns(String names) {
    return new Failed(
        names + " still runs, " + AFTER_KILL.toSeconds() + " s after SIGKILL",
        "see what the kernel waits for: ps -eo pid,stat,wchan,args");
  }

  private static boolean waits(
      List<SessionProcesses> running,
      Duration time,
      BiConsumer<SessionProcesses, ProcessTable> signal,
      Path proc) {
    return waits(
        () -> running.stream().anyMatch(SessionProcesses::isRunning),
        time,
        () -> {
          ProcessTable table = ProcessTable.of(proc);
          running.stream()
              .filter(SessionProcesses::isRunning)
              .forEach(each -> signal.accept(each, table));
        });
  }

  /**
   * Signals repeatedly, since new processes may begin, and returns whether one is left at the end.
   */
  private static boolean waits(BooleanSupplier isRunning, Duration time, Runnable signal) {
    long end = System.nanoTime() + time.toNanos();
    while (isRunning.getAsBoolean()) {
      if (System.nanoTime() - end > 0) {
        return true;
      }
      signal.run();
      pause();
    }
    return false;
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static String names(List<SessionProcesses> running) {
    return String.join(
        ", ",
        running.stream()
            .filter(SessionProcesses::isRunning)
            .map(each -> each.session().name().text())
            .toList());
  }

  private static void report(SessionProcesses ended, Surroundings here) {
    String name = ended.session().name().text();
    SessionState state = SessionStates.on(here.layout()).of(ended.session());
    here.err()
        .println(
            state instanceof SessionState.Ended(_, _, var status)
                ? name + " ended with status " + status
                : name + " ended; its exit status is unknown");
  }
}
