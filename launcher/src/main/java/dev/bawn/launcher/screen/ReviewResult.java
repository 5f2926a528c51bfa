package dev.bawn.launcher.screen;

import dev.bawn.launcher.merge.Approval;
import dev.bawn.launcher.merge.ReviewedVersion;
import dev.bawn.launcher.review.RawPath;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The result of a review.
 *
 * @param merged the paths to merge, each with the approved version; empty if nothing is to be done
 *     now
 * @param discarded the paths to discard, each with the version that was seen
 * @param comments all comments
 */
public record ReviewResult(
    Map<RawPath, Approval> merged,
    Map<RawPath, ReviewedVersion> discarded,
    List<Comment> comments) {

  public ReviewResult {
    merged = Map.copyOf(merged);
    discarded = Map.copyOf(discarded);
    comments = List.copyOf(comments);
  }

  /** The present decisions. The old path of a moved file follows the decision about the new one. */
  static ReviewResult of(ReviewList list, List<Comment> comments) {
    Map<RawPath, Approval> merged = new HashMap<>();
    Map<RawPath, ReviewedVersion> discarded = new HashMap<>();
    for (Entry entry : list.entries()) {
      Optional<Decision> ready = entry.decision().filter(Decision::isReady);
      if (ready.isPresent() && ready.get().verdict().isMerged()) {
        merged.put(entry.path(), ready.get().approval());
        ready
            .get()
            .source()
            .ifPresent(from -> merged.put(from, Approval.of(ReviewedVersion.NOTHING)));
      } else if (ready.isPresent() && ready.get().verdict() == Verdict.REJECT) {
        discarded.put(entry.path(), ready.get().seen().orElseThrow());
        ready.get().source().ifPresent(from -> discarded.put(from, ReviewedVersion.NOTHING));
      }
    }
    return new ReviewResult(merged, discarded, comments);
  }
}
