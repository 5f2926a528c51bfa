package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.engine.SessionStates;
import dev.bawn.launcher.linux.Flock;
import dev.bawn.launcher.record.History;
import dev.bawn.launcher.record.SessionName;
import dev.bawn.launcher.record.SessionRecord;
import dev.bawn.launcher.sessions.ListedSession;
import dev.bawn.launcher.sessions.SessionCopy;
import dev.bawn.launcher.sessions.Sessions;
import dev.bawn.launcher.workspace.WorkspaceKind;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** {@code clone SESSION NAME}: copies a session that does not run; the copy does not run either. */
final class CloneCommand implements Command {

  @Override
  public CommandSpec spec() {
    return Parameters.command()
        .addPositional(NamedSession.unprivileged())
        .addPositional(Parameters.second("NAME", "the name of the copy"));
  }

  @Override
  public List<String> examples() {
    return List.of("bawn clone app-1 other-way && bawn restart other-way");
  }

  @Override
  public int run(Typed typed, Surroundings here) {
    SessionName from = SessionName.of(typed.words().getFirst());
    SessionName to = SessionName.of(typed.words().get(1));
    NamedSession session = NamedSession.session(from.text(), here);
    SessionRecord record = session.intact().record();
    NamedSession.requireUnprivileged(
        record, "copy it", "start another session of the agent: bawn spawn " + to + " %s");
    RenameCommand.requireNoAgent(to, here);
    session.requireRested();
    try (Flock _ = session.changesLock();
        Flock _ = session.restingLock()) {
      session.requireSettled("bawn clone " + from + " " + to);
      SessionCopy copy =
          new SessionCopy(session.places(), SessionStates.on(here.layout()), record, to);
      if (copy.hasUsedHome()) {
        throw new Refused(
            "the home of session '" + from + "' is in use: " + record.home().orElseThrow(),
            user(record, session.sessions())
                .map(name -> "end session '" + name + "' first: bawn kill " + name)
                .orElse("end the session that uses it: bawn list --status running"));
      }
      if (!copy.make()) {
        throw RenameCommand.inUse(to);
      }
    }
    NamedSession.note(to, History.Event.CLONED, from.text(), here);
    if (record.workspace() == WorkspaceKind.BIND) {
      here.note("bawn: " + to + " writes into the same project: its workspace is bind");
    }
    here.err().println("copied " + from + " to " + to + "; start it: bawn restart " + to);
    return 0;
  }

  /** The running session that has the same home. */
  private static Optional<String> user(SessionRecord record, Sessions sessions) {
    return sessions.all().stream()
        .filter(each ->
            each.isRunning()
                && each instanceof ListedSession.Intact(var other, _)
                && other.home().equals(record.home()))
        .map(ListedSession::name)
        .findFirst();
  }
}
