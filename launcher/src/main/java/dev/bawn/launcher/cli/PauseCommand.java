package dev.bawn.launcher.cli;

import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.Failure;
import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.engine.SessionProcesses;
import dev.bawn.launcher.engine.SessionStates;
import dev.bawn.launcher.record.AgentProject;
import dev.bawn.launcher.record.History;
import dev.bawn.launcher.record.SessionName;
import dev.bawn.launcher.sessions.ListedSession;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code pause NAME...} and {@code unpause NAME...}: stop and continue all processes of sessions.
 */
final class PauseCommand implements Command {

  /** The command of {@code enter}. */
  private static final String DOOR = "-pause";

  private final Function<Surroundings, CommandContext> context;
  private final boolean pauses;

  private PauseCommand(Function<Surroundings, CommandContext> context, boolean pauses) {
    this.context = context;
    this.pauses = pauses;
  }

  static PauseCommand pause(Function<Surroundings, CommandContext> context) {
    return new PauseCommand(context, true);
  }

  static PauseCommand unpause(Function<Surroundings, CommandContext> context) {
    return new PauseCommand(context, false);
  }

  @Override
  public CommandSpec spec() {
    return Parameters.command().addPositional(NamedSession.several());
  }

  @Override
  public List<String> examples() {
    return List.of(pauses ? "bawn pause app-1" : "bawn unpause app-1");
  }

  /**
   * Changes each session, also after the change of another one failed.
   *
   * @throws Failure the last one, and the others as suppressed ones
   */
  @Override
  public int run(Typed typed, Surroundings here) {
    List<Failure> failures = new ArrayList<>();
    for (NamedSession word : NamedSession.each(typed.words(), here)) {
      try {
        change(running(word, here), here);
      } catch (Failure e) {
        failures.add(e);
      }
    }
    Failure.throwAll(failures);
    return 0;
  }

  private SessionProcesses running(NamedSession word, Surroundings here) {
    ListedSession.Intact session = word.intact();
    if (!session.isRunning()) {
      throw new Refused(
          "session '" + word.name() + "' is not running (" + ListedOutput.status(session) + ")",
          "list those that run: bawn list --status running");
    }
    CommandContext through = context.apply(here);
    SessionProcesses processes =
        SessionProcesses.of(
            word.directory(),
            through.installation().library().resolve("session"),
            SessionStates.on(here.layout()));
    Optional<AgentProject> agent = session.record().agent();
    return agent.isEmpty() ? processes : processes.ofAgent(door(agent.get(), through, here));
  }

  /** The command line with which the caller, as an operator, reaches the agent's processes. */
  private static List<String> door(AgentProject agent, CommandContext through, Surroundings here) {
    Manifest manifest = through.agents(here).require(agent.agent());
    Assignment assignment =
        new AgentChoice(agent.agent(), Optional.of(agent.project().text()), here.directory())
            .assignment(manifest);
    List<String> command = new ArrayList<>(through.planner(here).enter(manifest, assignment));
    command.add(DOOR);
    return command;
  }

  private void change(SessionProcesses session, Surroundings here) {
    SessionName name = session.session().name();
    boolean wasPaused = session.isPaused();
    if (pauses) {
      // also stops processes that began after the previous signal
      session.pause();
    } else {
      session.unpause();
    }
    if (wasPaused == pauses) {
      here.err().println(name + (pauses ? " is paused already" : " is not paused"));
      return;
    }
    NamedSession.note(name, pauses ? History.Event.PAUSED : History.Event.UNPAUSED, "", here);
    here.err().println((pauses ? "paused " : "unpaused ") + name);
  }
}
