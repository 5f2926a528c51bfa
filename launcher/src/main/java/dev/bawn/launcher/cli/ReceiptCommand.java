package dev.bawn.launcher.cli;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.layout.PersonalFiles;
import dev.bawn.launcher.engine.SessionState;
import dev.bawn.launcher.receipt.ReceiptKey;
import dev.bawn.launcher.record.AgentProject;
import java.io.IOException;
import java.util.List;
import java.util.OptionalInt;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code receipt NAME}: prints a signed statement about a session, which {@code verify --receipt}
 * verifies on any machine. A running session gets none: its changes and its end are not known yet,
 * and a receipt of a part could be taken for one of the whole.
 */
final class ReceiptCommand implements Command {

  @Override
  public CommandSpec spec() {
    return Parameters.command().addPositional(NamedSession.unprivileged());
  }

  @Override
  public List<String> examples() {
    return List.of("bawn receipt app-1 >app-1.receipt", "bawn verify --receipt app-1.receipt");
  }

  @Override
  public int run(Typed typed, Surroundings here) throws IOException {
    NamedSession session = NamedSession.of(typed, here);
    SessionState state = requireEnded(session);
    SessionReceipt receipt = new SessionReceipt(session, here);
    NamedPaths all = NamedPaths.of(typed, session.intact().record(), here);
    OptionalInt status =
        RecordedChanges.show(
            session.intact().record(),
            (layers, changes) ->
                print(receipt.of(layers, changes, all.of(layers, changes)), session, state, here));
    return status.isPresent()
        ? status.getAsInt()
        : print(receipt.ofNothingApart(), session, state, here);
  }

  private static SessionState requireEnded(NamedSession session) {
    if (session.name().isOfAgent()) {
      throw new Refused(
          "bawn writes receipts of your own sessions only",
          "for the signed policy of an agent: bawn verify " + session.name().text().split(" ")[0]);
    }
    NamedSession.requireUnprivileged(
        session.intact().record(),
        "write a receipt of it",
        "for the signed policy of the agent: bawn verify "
            + session
                .intact()
                .record()
                .agent()
                .map(AgentProject::agent)
                .map(AgentName::text)
                .orElse(""));
    session.requireRested();
    SessionState state = session.intact().state();
    if (state instanceof SessionState.Prepared) {
      throw new Refused(
          "session '" + session.name() + "' was never started",
          "start it: bawn restart " + session.name());
    }
    return state;
  }

  private static int print(
      String statement, NamedSession session, SessionState state, Surroundings here) {
    if (!session.intact().state().equals(state)) {
      throw new Refused(
          "session '" + session.name() + "' was started meanwhile",
          "try again when it has ended: bawn wait " + session.name());
    }
    ReceiptKey key =
        new ReceiptKey(here.environment(), new PersonalFiles(here.user(), here.layout()));
    boolean isNew = !key.exists();
    here.out().writeBytes(key.sign(statement).bytes());
    here.out().flush();
    if (isNew) {
      here.note(
          "bawn: created the key that signs your receipts; others verify them with "
              + Printable.whole(key.publicFile()));
    }
    return 0;
  }
}
