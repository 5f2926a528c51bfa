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

/** The source of a review. One thread calls it at a time. */
public interface Source {

  /** The present changes of the session, sorted by path. */
  List<Reviewed> changes() throws IOException;

  /**
   * The result of reading one change.
   *
   * @param diff the displayed diff
   * @param seen the session's version, of the same bytes
   * @param conflict both sides, if others changed the file too and it can be merged line by line;
   *     of the same bytes
   */
  record Inspected(FileDiff diff, ReviewedVersion seen, Optional<Conflict> conflict) {}

  /** Reads one change. */
  Inspected inspect(Reviewed reviewed) throws IOException;

  /** Tries a merge of all changes that were listed last. */
  Outcome trial() throws IOException;

  /** Tries a merge of these. */
  Outcome trial(Map<RawPath, Approval> approvals) throws IOException;

  /** Tells whether the project has changed at a path that was listed last. */
  boolean isOutdated() throws IOException;

  /** Tells whether the session is running and may change files. */
  boolean runs();
}
