package dev.bawn.launcher.merge;

import dev.bawn.launcher.merge.MergeDirectory.Journal;
import dev.bawn.launcher.merge.MergeDirectory.State;
import java.io.IOException;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A merge that is not completely undone.
 *
 * @param steps the steps that are not undone, in the order of the merge
 */
record StandingMerge(MergeDirectory directory, List<MergeStep> steps) {

  StandingMerge {
    steps = List.copyOf(steps);
  }

  /**
   * The standing merges among these.
   *
   * @param merges sorted by number
   */
  static List<StandingMerge> among(List<MergeDirectory> merges) throws IOException {
    SortedMap<Integer, StandingMerge> standing = new TreeMap<>();
    for (MergeDirectory merge : merges) {
      State state = merge.isWritten() ? merge.state() : State.BEGUN;
      if (state == State.BEGUN || state == State.ABANDONED) {
        continue;
      }
      Journal journal = merge.read();
      if (journal.undoes() > 0) {
        standing.computeIfPresent(journal.undoes(), (_, undone) -> undone.after(journal));
      } else if (state == State.DONE) {
        standing.put(merge.number(), new StandingMerge(merge, journal.steps()));
      }
    }
    return standing.values().stream().filter(merge -> !merge.steps().isEmpty()).toList();
  }

  private StandingMerge after(Journal undo) {
    return new StandingMerge(
        directory, steps.stream().filter(step -> undo.waits(step.path())).toList());
  }

  int number() {
    return directory.number();
  }

  /** Tells whether the project already had all of it. */
  boolean changesNothing() {
    return steps.stream().allMatch(MergeStep::changesNothing);
  }
}
