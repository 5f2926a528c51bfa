package dev.bawn.launcher.screen;

import dev.bawn.launcher.merge.Approval;
import dev.bawn.launcher.merge.Conflict;
import dev.bawn.launcher.merge.Outcome;
import dev.bawn.launcher.merge.ReviewedVersion;
import dev.bawn.launcher.patch.FileDiff;
import dev.bawn.launcher.review.RawPath;
import dev.bawn.launcher.review.Reviewed;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Where a review reads. One thread asks at a time. */
public interface Source {

  /** What the session changed by now, sorted by path. */
  List<Reviewed> changes() throws IOException;

  /**
   * What was read of one change.
   *
   * @param diff what is shown
   * @param seen what the session has, of the same bytes
   * @param conflict both sides, where others changed a file too and it can be merged by lines; of
   *     the same bytes
   */
  record Inspected(FileDiff diff, ReviewedVersion seen, Optional<Conflict> conflict) {}

  /** Reads one change. */
  Inspected inspect(Reviewed reviewed) throws IOException;

  /** What a merge of all that was listed last would leave. */
  Outcome trial() throws IOException;

  /** What a merge of these would leave. */
  Outcome trial(Map<RawPath, Approval> approvals) throws IOException;

  /** Whether the project has changed something that was listed last. */
  boolean isOutdated() throws IOException;

  /** Whether the session may change something meanwhile. */
  boolean runs();
}
