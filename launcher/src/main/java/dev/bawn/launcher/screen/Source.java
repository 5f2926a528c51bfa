package dev.bawn.launcher.screen;

import dev.bawn.launcher.merge.Conflict;
import dev.bawn.launcher.merge.Outcome;
import dev.bawn.launcher.merge.Seen;
import dev.bawn.launcher.patch.FileDiff;
import dev.bawn.launcher.review.Change;
import dev.bawn.launcher.review.RawPath;
import dev.bawn.launcher.review.Reviewed;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Where a review reads. One thread asks at a time. */
public interface Source {

  /** What the session changed by now, sorted by path. */
  List<Reviewed> changes() throws IOException;

  /** What is shown of one change. */
  FileDiff diff(Reviewed reviewed) throws IOException;

  /** What the session has, where the diff has not read it. */
  Seen seen(Change change) throws IOException;

  /** Both sides, where others changed a file too and it can be merged by lines. */
  Optional<Conflict> conflict(RawPath path) throws IOException;

  /** What a merge of all that was listed last would leave. */
  Outcome trial() throws IOException;

  /** Whether the session may change something meanwhile. */
  boolean runs();
}
