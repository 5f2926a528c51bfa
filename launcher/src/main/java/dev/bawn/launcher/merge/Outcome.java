package dev.bawn.launcher.merge;

import dev.bawn.launcher.review.RawPath;
import java.util.List;

/**
 * What became of a merge, or of taking one back.
 *
 * @param done the paths that were changed in the project
 * @param waiting what was not, and why
 */
public record Outcome(List<RawPath> done, List<Waiting> waiting) {

  public Outcome {
    done = List.copyOf(done);
    waiting = List.copyOf(waiting);
  }
}
