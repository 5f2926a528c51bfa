package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.engine.LocalEngine;
import dev.bawn.launcher.engine.SessionProcesses;
import dev.bawn.launcher.record.History;
import dev.bawn.launcher.record.SessionName;
import dev.bawn.launcher.sessions.ListedSession;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code pause NAME...} and {@code unpause NAME...}: stop and continue all processes of sessions.
 */
final class PauseCommand implements Command {

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

  @Override
  public int run(Typed typed, Surroundings here) {
    List<SessionProcesses> running = new ArrayList<>();
    for (NamedSession word : NamedSession.each(typed.words(), here)) {
      ListedSession.Intact session = word.intact();
      NamedSession.requireUnprivileged(
          session.record(),
          pauses ? "stop the agent's processes" : "continue the agent's processes",
          "end it: bawn kill " + word.name() + "; start it again: bawn restart " + word.name());
      if (!session.isRunning()) {
        throw new Refused(
            "session '" + word.name() + "' is not running (" + ListedOutput.status(session) + ")",
            "list those that run: bawn list --status running");
      }
      running.add(
          SessionProcesses.of(
              word.directory(),
              context.apply(here).installation().library().resolve("session"),
              LocalEngine.on(here.layout())));
    }
    running.forEach(session -> change(session, here));
    return 0;
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
