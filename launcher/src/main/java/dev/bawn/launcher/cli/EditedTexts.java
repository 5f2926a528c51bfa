package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.Printable;
import dev.bawn.launcher.commits.KeptContents;
import dev.bawn.launcher.merge.Merges;
import dev.bawn.launcher.record.SessionRecord;
import dev.bawn.launcher.review.RawPath;
import dev.bawn.launcher.screen.OpenDecisions;
import dev.bawn.launcher.sessions.ListedSession;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.SortedMap;

/** The texts that a user edited in a review, and that a command keeps as drafts. */
final class EditedTexts {

  private EditedTexts() {}

  /** Names each draft: no review lists it. */
  static void name(SortedMap<RawPath, Path> drafts, Surroundings here) {
    drafts.forEach((path, draft) ->
        here.note(
            "bawn: the text that you edited in a review of "
                + path.shown()
                + " is now in "
                + Printable.whole(draft)));
  }

  /**
   * Leaves the edited texts of these files unused: the version of the session was merged. After an
   * undo, the review of a session has them again. Those of an agent become drafts, because the next
   * sync drops the change.
   */
  static void leave(NamedSession session, Set<RawPath> merged, Surroundings here)
      throws IOException {
    Path directory = session.directory().path();
    if (session.name().isOfAgent()) {
      name(OpenDecisions.discarded(directory, merged), here);
    } else {
      OpenDecisions.reopen(directory, merged);
    }
  }

  /**
   * Keeps the edited texts of files that an agent no longer changes, and names them. A sync drops a
   * change that the project has, and no {@code destroy} examines the changes of an agent. While the
   * agent runs, the change can come back.
   */
  static void keepUnlisted(NamedSession session, Typed typed, Surroundings here)
      throws IOException {
    Path directory = session.directory().path();
    if (!session.name().isOfAgent() || !OpenDecisions.haveEdited(directory)) {
      return;
    }
    ListedSession.Intact agent = session.intact();
    if (agent.state().isRunning()) {
      return;
    }
    SessionRecord record = agent.record();
    Merges merges = new Merges(record, typed.line());
    RecordedChanges.read(
            record,
            (layers, changes) -> {
              KeptContents kept = new KeptContents(layers, record.changes().orElseThrow());
              return OpenDecisions.unlisted(
                  directory,
                  merges.paths(),
                  Set.of(),
                  changes,
                  (path, text) -> merges.hasLeft(path, layers) && !kept.keep(text));
            })
        .ifPresent(drafts -> name(drafts, here));
  }
}
