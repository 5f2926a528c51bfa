package dev.bawn.launcher.merge;

import dev.bawn.contract.failure.Printable;
import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.OpenDirectory;
import dev.bawn.launcher.review.RawPath;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The paths that a rollback leaves, because others have changed them since.
 *
 * @param paths in the order of the rollback
 * @param before whether the merge keeps a file from before it
 * @param versions each version of others that the project no longer has, with the path of its copy
 */
record LeftPaths(List<RawPath> paths, boolean before, List<String> versions) {

  static final LeftPaths NONE = new LeftPaths(List.of(), false, List.of());

  LeftPaths {
    paths = List.copyOf(paths);
    versions = List.copyOf(versions);
  }

  /**
   * Compares the files that a merge or an undo kept.
   *
   * @param paths that the rollback left
   */
  static LeftPaths of(
      Collection<RawPath> paths, MergeDirectory merge, List<MergeStep> steps, Staging staging)
      throws IOException {
    boolean before = false;
    List<String> versions = new ArrayList<>();
    try (OpenDirectory old = OpenDirectory.at(merge.old())) {
      for (MergeStep step : steps) {
        Version kept =
            paths.contains(step.path()) && !step.isOfDirectory()
                ? Version.of(old, step.name())
                : Version.NONE;
        if (kept.is(FileKind.DIRECTORY) || kept.isNothing()) {
          continue;
        }
        if (kept.equals(step.before())) {
          before = true;
        } else if (!kept.equals(step.after()) && !kept.equals(staging.project(step.path()))) {
          versions.add(step.path().shown() + " in " + Printable.whole(merge.kept(step)));
        }
      }
    }
    return new LeftPaths(List.copyOf(paths), before, versions);
  }

  boolean areNone() {
    return paths.isEmpty();
  }

  String shown() {
    return shown(paths);
  }

  static String shown(Collection<RawPath> paths) {
    return String.join(", ", paths.stream().map(RawPath::shown).toList());
  }

  /** The end of a sentence that names the versions of others, or nothing. */
  String versionsShown() {
    return versions.isEmpty()
        ? ""
        : "; others wrote versions that the project no longer has: " + String.join(", ", versions);
  }
}
