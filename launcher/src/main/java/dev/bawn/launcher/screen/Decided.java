package dev.bawn.launcher.screen;

import dev.bawn.launcher.merge.Approval;
import dev.bawn.launcher.merge.Seen;
import dev.bawn.launcher.review.RawPath;
import java.util.List;
import java.util.Map;

/**
 * What came out of a review.
 *
 * @param merged what is to be merged, and as what; empty where nothing is to be done now
 * @param discarded what is to be dropped, as it was seen
 * @param comments all that were written
 */
public record Decided(
    Map<RawPath, Approval> merged, Map<RawPath, Seen> discarded, List<Comment> comments) {

  public Decided {
    merged = Map.copyOf(merged);
    discarded = Map.copyOf(discarded);
    comments = List.copyOf(comments);
  }
}
