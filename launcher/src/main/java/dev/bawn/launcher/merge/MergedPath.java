package dev.bawn.launcher.merge;

import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.review.RawPath;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The effect of merges on one path.
 *
 * @param before each version that the project had before a merge, with the number of the last such
 *     merge; of the permissions only the executable bit, since git restores no others
 * @param last the last step of the last merge
 */
record MergedPath(Map<Version, Integer> before, MergeStep last) {

  /** The project's present version, compared with the merges. */
  enum Standing {
    /** The version after the last merge. */
    MERGED,
    /** A version from before one of the merges. */
    TAKEN_BACK,
    /** Another version, or none. */
    CHANGED
  }

  /**
   * All paths that merges changed.
   *
   * @param merges sorted by number
   */
  static Map<RawPath, MergedPath> of(List<StandingMerge> merges) {
    Map<RawPath, MergedPath> all = new HashMap<>();
    for (StandingMerge merge : merges) {
      Set<RawPath> met = new HashSet<>();
      for (MergeStep step : merge.steps()) {
        if (step.changesNothing()) {
          continue;
        }
        MergedPath earlier = all.get(step.path());
        MergedPath now = new MergedPath(earlier == null ? new HashMap<>() : earlier.before(), step);
        if (met.add(step.path())) {
          now.before().put(step.before().asGitHasIt(), merge.number());
        }
        all.put(step.path(), now);
      }
    }
    return all;
  }

  /** The number of the last merge that changed the path. */
  int lastMerge() {
    return Collections.max(before.values());
  }

  Standing standing(Version project) {
    if (project.equals(last.after())) {
      return Standing.MERGED;
    }
    if (before.containsKey(project.asGitHasIt())) {
      return Standing.TAKEN_BACK;
    }
    return last.makesOrRemovesDirectory() && (project.isNothing() || project.is(FileKind.DIRECTORY))
        ? Standing.MERGED
        : Standing.CHANGED;
  }
}
