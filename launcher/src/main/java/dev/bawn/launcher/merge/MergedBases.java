package dev.bawn.launcher.merge;

import dev.bawn.launcher.merge.MergeDirectory.Journal;
import dev.bawn.launcher.merge.MergeDirectory.State;
import dev.bawn.launcher.review.KnownBase;
import dev.bawn.launcher.review.MergedBase;
import dev.bawn.launcher.review.RawPath;
import dev.bawn.launcher.workspace.BaseDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The bases of a session's later changes after its merges: the session's version of each merged
 * path. An undo restores the base before the merge.
 */
final class MergedBases {

  private final Map<RawPath, Deque<MergedBase.Merge>> standing = new HashMap<>();

  /** The bases that a merge replaced: a restored file has another change time. */
  private final Map<RawPath, KnownBase> replaced = new HashMap<>();

  private final Map<RawPath, MergedBase.Merge> undone = new HashMap<>();

  private MergedBases() {}

  /**
   * Reads the bases.
   *
   * @param merges sorted by number
   */
  static Map<RawPath, MergedBase> of(List<MergeDirectory> merges) throws IOException {
    MergedBases bases = new MergedBases();
    Set<Integer> takenBack = undone(merges);
    Map<Integer, List<MergeStep>> merged = new HashMap<>();
    for (MergeDirectory merge : merges) {
      State state = merge.isWritten() ? merge.state() : State.BEGUN;
      if (state == State.BEGUN) {
        continue;
      }
      Journal journal = merge.read();
      if (journal.undoes() == 0) {
        merged.put(merge.number(), journal.steps());
        boolean stood =
            state == State.DONE || state == State.APPLIED || takenBack.contains(merge.number());
        long time = BaseDirectory.nanos(merge.time());
        Set<RawPath> discarded = merge.discarded();
        journal
            .steps()
            .forEach(step -> bases.add(step, merge, time, stood, discarded.contains(step.path())));
      } else if (state != State.ABANDONED) {
        merged.computeIfPresent(journal.undoes(), (_, steps) -> bases.takeBack(steps, journal));
      }
    }
    return bases.all();
  }

  /** The merges that an undo has undone, even if the undo was killed before it wrote that down. */
  private static Set<Integer> undone(List<MergeDirectory> all) throws IOException {
    Set<Integer> undone = new HashSet<>();
    for (MergeDirectory merge : all) {
      if (merge.isWritten() && (merge.state() == State.APPLIED || merge.state() == State.UNDONE)) {
        undone.add(merge.read().undoes());
      }
    }
    return undone;
  }

  private void add(
      MergeStep step, MergeDirectory merge, long time, boolean stood, boolean isDiscarded) {
    Deque<MergedBase.Merge> earlier =
        standing.computeIfAbsent(step.path(), _ -> new ArrayDeque<>());
    // a directory that others made at a free path does not mean that the path was free
    if (step.fromBase() && !step.before().isNothing() && earlier.isEmpty()) {
      replaced.put(step.path(), base(step.before(), merge.old(), step));
    }
    if (stood) {
      earlier.push(
          new MergedBase.Merge(
              merge.number(),
              time,
              base(step.before(), merge.old(), step),
              base(step.after(), merge.session(), step),
              base(step.session(), merge.session(), step),
              isDiscarded));
    }
  }

  /** Reverts the steps of an undone merge, and returns the steps that stay. */
  private List<MergeStep> takeBack(List<MergeStep> steps, Journal undo) {
    steps.stream()
        .filter(step -> !undo.waits(step.path()))
        .forEach(step -> undone.put(step.path(), standing.get(step.path()).pop()));
    return steps.stream().filter(step -> undo.waits(step.path())).toList();
  }

  private Map<RawPath, MergedBase> all() {
    Map<RawPath, MergedBase> all = new HashMap<>();
    standing.forEach((path, merges) -> {
      Optional<KnownBase> restored = Optional.ofNullable(replaced.get(path));
      if (!merges.isEmpty() || restored.isPresent()) {
        Optional<MergedBase.Merge> last = Optional.ofNullable(undone.get(path));
        all.put(path, new MergedBase(List.copyOf(merges), restored, last));
      }
    });
    return all;
  }

  private static KnownBase base(Version version, Path directory, MergeStep step) {
    return new KnownBase(
        version.kind(),
        version.mode(),
        version.hash(),
        Optional.of(directory.resolve(step.name().bytes())));
  }
}
