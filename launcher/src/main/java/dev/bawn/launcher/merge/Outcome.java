package dev.bawn.launcher.merge;

import dev.bawn.launcher.review.RawPath;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The result of a merge, an undo or a discard.
 *
 * @param done the changes that were merged, undone or discarded, sorted by path
 * @param waiting the changes that were not, with the reasons
 * @param replaced the kept copies of files that an undo did not restore, because others had taken
 *     back the merge at these paths
 */
public record Outcome(List<Applied> done, List<Waiting> waiting, Map<RawPath, Path> replaced) {

  public Outcome {
    done = List.copyOf(done);
    waiting = List.copyOf(waiting);
    replaced = Map.copyOf(replaced);
  }

  /** A result in which every file of an undo was restored. */
  public Outcome(List<Applied> done, List<Waiting> waiting) {
    this(done, waiting, Map.of());
  }

  /** Both results: the changes done in both; the changes left out by the later one. */
  Outcome and(Outcome later) {
    List<Applied> all =
        Stream.concat(done.stream(), later.done.stream())
            .sorted(Comparator.comparing(Applied::path))
            .toList();
    return new Outcome(all, later.waiting, later.replaced);
  }

  /**
   * This result with more changes that were not merged.
   *
   * @param left paths, each with the reason
   */
  public Outcome leaving(Map<RawPath, String> left) {
    Stream<Waiting> more =
        left.entrySet().stream().map(each -> new Waiting(each.getKey(), each.getValue(), false));
    return new Outcome(done, Stream.concat(waiting.stream(), more).toList(), replaced);
  }

  /** The changed paths, and the old paths of moved files; sorted. */
  public List<RawPath> paths() {
    return done.stream()
        .flatMap(each -> Stream.concat(Stream.of(each.path()), each.from().stream()))
        .sorted()
        .toList();
  }
}
