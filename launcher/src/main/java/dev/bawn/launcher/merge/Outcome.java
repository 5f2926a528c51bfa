package dev.bawn.launcher.merge;

import dev.bawn.launcher.review.RawPath;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What became of a merge, an undo or a discard.
 *
 * @param done the changes that were merged, taken back or discarded, sorted by path
 * @param waiting what was not, and why
 */
public record Outcome(List<Applied> done, List<Waiting> waiting) {

  public Outcome {
    done = List.copyOf(done);
    waiting = List.copyOf(waiting);
  }

  /** What was done in both; what waits still is what waited at the later one. */
  Outcome and(Outcome later) {
    List<Applied> all =
        Stream.concat(done.stream(), later.done.stream())
            .sorted(Comparator.comparing(Applied::path))
            .toList();
    return new Outcome(all, later.waiting);
  }

  /**
   * The same, where more was not merged.
   *
   * @param left paths, each with the reason
   */
  public Outcome leaving(Map<RawPath, String> left) {
    Stream<Waiting> more =
        left.entrySet().stream().map(each -> new Waiting(each.getKey(), each.getValue(), false));
    return new Outcome(done, Stream.concat(waiting.stream(), more).toList());
  }

  /** The paths of what was done, and those where moved files were before; sorted. */
  public List<RawPath> paths() {
    return done.stream()
        .flatMap(each -> Stream.concat(Stream.of(each.path()), each.from().stream()))
        .sorted()
        .toList();
  }
}
