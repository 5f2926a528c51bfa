package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.layout.AgentNames;
import dev.bawn.launcher.engine.Renaming;
import dev.bawn.launcher.engine.SessionProcesses;
import dev.bawn.launcher.engine.SessionStates;
import dev.bawn.launcher.linux.Flock;
import dev.bawn.launcher.record.History;
import dev.bawn.launcher.record.SessionName;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;

/** {@code rename SESSION NAME}: gives a session another name, even while it is running. */
record RenameCommand(Function<Surroundings, CommandContext> context) implements Command {

  @Override
  public CommandSpec spec() {
    return Parameters.command()
        .addPositional(NamedSession.word())
        .addPositional(Parameters.second("NAME", "its new name"));
  }

  @Override
  public List<String> examples() {
    return List.of("bawn rename app-1 login-form");
  }

  @Override
  public int run(Typed typed, Surroundings here) {
    SessionName from = SessionName.of(typed.words().getFirst());
    SessionName to = SessionName.of(typed.words().get(1));
    NamedSession session = NamedSession.session(from.text(), here);
    boolean isRunning = session.intact().isRunning();
    requireNoAgent(to, here);
    try (Flock _ = session.changesLock()) {
      session.requireSettled("bawn rename " + from + " " + to);
      if (!(isRunning ? running(session, to, here) : resting(session, to, here))) {
        throw inUse(to);
      }
    }
    NamedSession.note(session.name(), History.Event.RENAMED, to.text(), here);
    here.err().println("renamed " + session.name() + " to " + to);
    return 0;
  }

  /** Refuses the name of an agent: the session would look like a session of that agent. */
  static void requireNoAgent(SessionName name, Surroundings here) {
    if (AgentNames.named(name.text(), here.layout()).isPresent()) {
      throw new Refused("'" + name + "' is an agent", "give the session another name");
    }
  }

  /** The refusal of a name that a session, or the files of an earlier one, already have. */
  static Refused inUse(SessionName name) {
    return new Refused(
        "the name '" + name + "' is in use", "give the session another name; see: bawn list");
  }

  private boolean running(NamedSession session, SessionName to, Surroundings here) {
    SessionProcesses processes =
        SessionProcesses.of(
            session.directory(),
            context.apply(here).installation().library().resolve("session"),
            SessionStates.on(here.layout()));
    if (!processes.canBeRenamed()) {
      throw new Refused(
          "session '" + session.name() + "' was started by an earlier version of bawn",
          "end it first: bawn kill " + session.name());
    }
    return renaming(session, here).carryOut(session.name(), to);
  }

  private static boolean resting(NamedSession session, SessionName to, Surroundings here) {
    try (Flock _ = session.restingLock()) {
      return renaming(session, here).carryOut(session.name(), to);
    }
  }

  private static Renaming renaming(NamedSession session, Surroundings here) {
    return new Renaming(session.places(), session.tmux(here));
  }
}
