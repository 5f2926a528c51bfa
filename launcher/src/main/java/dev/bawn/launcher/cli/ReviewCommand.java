package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.key.Editor;
import dev.bawn.launcher.merge.Merges;
import dev.bawn.launcher.record.SessionRecord;
import dev.bawn.launcher.review.Change;
import dev.bawn.launcher.review.Layers;
import dev.bawn.launcher.screen.FullScreenTerminal;
import dev.bawn.launcher.screen.ReviewRequest;
import dev.bawn.launcher.screen.ReviewResult;
import dev.bawn.launcher.screen.ReviewScreen;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code review NAME}: shows the changes of a session file by file, and passes the user's decisions
 * to {@code merge} and {@code discard}.
 */
final class ReviewCommand implements Command {

  /** The environment variable by which {@code watch} asks for the exit status {@link #SILENT}. */
  static final String ON_BOARD = "BAWN_ON_BOARD";

  /** The exit status of a review on the board that printed nothing. */
  static final int SILENT = 10;

  @Override
  public CommandSpec spec() {
    return Parameters.command()
        .addPositional(NamedSession.orAgent())
        .addPositional(NamedPaths.project())
        .addOption(NamedPaths.ignored());
  }

  @Override
  public List<String> examples() {
    return List.of("bawn review app-1", "bawn review app-1 --ignored");
  }

  @Override
  public int run(Typed words, Surroundings here) throws IOException {
    Typed typed = NamedSession.joinedAlone(words, here);
    NamedSession session = NamedSession.of(typed, here);
    SessionRecord record = session.intact().record();
    // a session that cannot be merged cannot be reviewed on any terminal
    Merges merges = SessionMerges.of(record, typed);
    requireScreen(record, here);
    NamedPaths named = NamedPaths.of(typed, record, here);
    SessionMerges.settle(merges, here);
    EditedTexts.keepUnlisted(session, typed, here);
    return RecordedChanges.show(
            record,
            (layers, changes) -> review(session, record, merges, named, layers, changes, here))
        .orElseThrow();
  }

  private static void requireScreen(SessionRecord record, Surroundings here) throws IOException {
    if (!FullScreenTerminal.isThere(here)) {
      throw new Refused(
          "review needs a terminal of at least 80 columns and 22 lines, and a TERM other than dumb",
          "use: bawn diff " + record.name() + "; bawn merge " + record.name() + " PATH...");
    }
  }

  private static int review(
      NamedSession session,
      SessionRecord record,
      Merges merges,
      NamedPaths named,
      Layers layers,
      List<Change> changes,
      Surroundings here)
      throws IOException {
    RecordedChanges.requireBase(record, layers);
    ReviewSource source =
        new ReviewSource(session, record.name(), merges, named, layers, here.user().number());
    Path directory = session.directory().path();
    ReviewRequest request =
        new ReviewRequest(
            record.name().text(),
            source.reviewed(changes),
            source,
            directory,
            Editor.of(here.environment()),
            here.environment().get("TERM"),
            here.terminals().colouredOut(here.environment()));
    ReviewResult decided = new ReviewScreen(request).run();
    int status = 0;
    if (!decided.merged().isEmpty() || !decided.discarded().isEmpty()) {
      status = new ReviewedChanges(session, record, layers, here).apply(decided, merges, named);
    }
    Path prompt = session.places().prompt(session.name());
    ReviewComments.tell(record, decided.comments(), prompt, here);
    boolean isSilent =
        decided.merged().isEmpty() && decided.discarded().isEmpty() && decided.comments().isEmpty();
    return isSilent && here.environment().containsKey(ON_BOARD) ? SILENT : status;
  }
}
