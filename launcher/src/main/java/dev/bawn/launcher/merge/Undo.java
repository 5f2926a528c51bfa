package dev.bawn.launcher.merge;

import dev.bawn.contract.cli.Count;
import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.mount.RepositoryEntries;
import dev.bawn.launcher.review.RawPath;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Decides which steps of a merge are undone: those whose files are as the merge left them, and
 * whose old paths are free.
 */
final class Undo {

  private static final int SHOWN = 3;

  private final Staging staging;
  private final Map<RawPath, MergedPath> merged;
  private final MergeDirectory merge;
  private final Merges.TakenBack takenBack;
  private Optional<Map<RawPath, Integer>> others = Optional.empty();
  private final List<MergeStep> back = new ArrayList<>();
  private final List<MergeStep> undone = new ArrayList<>();
  private final List<Waiting> waiting = new ArrayList<>();
  private final Map<RawPath, Version> found = new HashMap<>();
  private final Map<RawPath, Optional<FileKind>> planned = new HashMap<>();
  private final Set<RawPath> refused = new HashSet<>();
  private final Map<RawPath, Path> replaced = new HashMap<>();

  /**
   * @param merged the effects of the session's merges
   * @param merge the last one, which is undone
   * @param closed directories that were opened for this, with their permissions
   * @param takenBack finds files that others took back
   */
  Undo(
      Staging staging,
      Map<RawPath, MergedPath> merged,
      MergeDirectory merge,
      Map<RawPath, Integer> closed,
      Merges.TakenBack takenBack) {
    this.takenBack = takenBack;
    this.staging = staging;
    closed.forEach((path, mode) -> found.put(path, Version.directory(mode)));
    this.merge = merge;
    this.merged = Map.copyOf(merged);
  }

  /** The steps to carry out. */
  List<MergeStep> back() {
    return List.copyOf(back);
  }

  /** The steps of the merge that are undone, in its order. */
  List<MergeStep> undone() {
    return undone.reversed();
  }

  /** The kept copies of replaced files at paths that others took back, and then perhaps edited. */
  Map<RawPath, Path> replaced() {
    return Map.copyOf(replaced);
  }

  /** The changes that stay merged, sorted by path. */
  List<Waiting> waiting() {
    return waiting.stream().sorted(Comparator.comparing(Waiting::path)).toList();
  }

  /**
   * The paths that stay merged until an undo can restore them, with their directories; empty if
   * none is left out.
   *
   * @param steps all steps of the merge
   */
  Set<RawPath> staying(List<MergeStep> steps) {
    Set<RawPath> staying = new HashSet<>();
    if (!waiting.isEmpty()) {
      Set<MergeStep> gone = Set.copyOf(undone);
      steps.stream()
          .filter(step -> !step.changesNothing() && !gone.contains(step))
          .forEach(step -> staying.add(step.path()));
    }
    return staying;
  }

  /** Tells whether the undo restores no file, because of changes of others. */
  boolean isFutile() {
    return !waiting.isEmpty() && undone.stream().allMatch(MergeStep::isOfDirectory);
  }

  /**
   * Decides about all steps.
   *
   * @param steps in the order of the merge
   */
  void plan(List<MergeStep> steps) throws IOException {
    for (MergeStep step : steps.reversed()) {
      if (!step.changesNothing() && !refused.contains(step.path())) {
        plan(step);
      }
    }
  }

  private void plan(MergeStep step) throws IOException {
    RawPath path = step.path();
    if (!found.containsKey(path)) {
      try {
        found.put(path, staging.project(path));
      } catch (AccessDeniedException e) {
        refuse(path, "it cannot be read");
        return;
      }
    }
    switch (merged.get(path).standing(found.get(path))) {
      case MERGED -> takeBack(step);
      case TAKEN_BACK -> undone.add(step);
      case CHANGED -> {
        if (isTakenBack(path)) {
          undone.add(step);
          if (replacesFile(step) && isKept(step)) {
            replaced.put(path, merge.kept(step));
          }
        } else if (!step.makesOrRemovesDirectory()) {
          String what = found.get(path).isNothing() ? "removed" : "changed";
          waiting.add(
              new Waiting(
                  path,
                  "it was " + what + " since the merge",
                  true,
                  replacesFile(step) && isKept(step)
                      ? Optional.of(merge.kept(step))
                      : Optional.empty()));
          refused.add(path);
        }
      }
    }
  }

  private static boolean replacesFile(MergeStep step) {
    return !step.before().isNothing() && !step.isOfDirectory();
  }

  private boolean isTakenBack(RawPath path) throws IOException {
    if (others.isEmpty()) {
      others = Optional.of(takenBack.numbers());
    }
    return others.get().getOrDefault(path, Integer.MAX_VALUE) <= merge.number();
  }

  private void takeBack(MergeStep step) throws IOException {
    RawPath path = step.path();
    boolean isDirectory = isDirectory(path);
    boolean isGone = step.after().isNothing();
    if (isDirectory && isGone && step.before().is(FileKind.DIRECTORY)) {
      undone.add(step); // others made it again
    } else if (isDirectory && isGone) {
      refuse(path, "it has files that no merge created: " + shown(foreign(path)));
    } else if (isDirectory && step.before().isNothing() && !foreign(path).isEmpty()) {
      return; // others put files into it
    } else if (!step.before().isNothing() && !isDirectory(path.parent())) {
      if (!step.isOfDirectory()) {
        refuse(path, missing(path.parent()));
      }
    } else if (!step.before().isNothing() && completesRepository(path)) {
      refuse(path, "with it, its directory would be a git repository");
    } else if (!isKept(step)) {
      refuse(path, "the file that the merge replaced is missing: " + merge.kept(step));
    } else {
      undone.add(step);
      back.add(step.taken());
      planned.put(path, step.before().kind());
    }
  }

  /**
   * Tells whether git would take the directory for a repository because of this entry: other merges
   * may have brought the other ones since it was removed.
   */
  private boolean completesRepository(RawPath path) throws IOException {
    Set<String> parts = new HashSet<>();
    RepositoryEntries.part(path.name().bytes()).ifPresent(parts::add);
    if (!parts.isEmpty() && !kind(path).isPresent()) {
      for (RawPath each : staging.names(path.parent())) {
        if (kind(each).isPresent()) {
          RepositoryEntries.part(each.name().bytes()).ifPresent(parts::add);
        }
      }
    }
    return RepositoryEntries.isMadeOf(parts);
  }

  private boolean isKept(MergeStep step) {
    return step.before().isNothing() || step.before().is(FileKind.DIRECTORY) || merge.has(step);
  }

  private String missing(RawPath directory) throws IOException {
    RawPath each = directory;
    while (!each.equals(RawPath.TOP) && kind(each).isEmpty()) {
      each = each.parent();
    }
    return isDirectory(each)
        ? "its directory was removed since the merge"
        : "the project has something else in place of its directory";
  }

  private void refuse(RawPath path, String reason) {
    waiting.add(new Waiting(path, reason, true));
    refused.add(path);
  }

  private boolean isDirectory(RawPath path) throws IOException {
    return path.equals(RawPath.TOP) || kind(path).filter(FileKind.DIRECTORY::equals).isPresent();
  }

  /** The kind of the project's file after the planned steps. */
  private Optional<FileKind> kind(RawPath path) throws IOException {
    return planned.containsKey(path) ? planned.get(path) : staging.kind(path);
  }

  /** The entries that are left in a directory after the planned steps. */
  private List<RawPath> foreign(RawPath directory) throws IOException {
    List<RawPath> left = new ArrayList<>();
    try {
      for (RawPath each : staging.names(directory)) {
        if (kind(each).isPresent()) {
          List<RawPath> below = isDirectory(each) ? foreign(each) : List.of();
          left.addAll(below.isEmpty() ? List.of(each) : below);
        }
      }
    } catch (AccessDeniedException e) {
      return List.of(directory);
    }
    return left;
  }

  private static String shown(List<RawPath> paths) {
    return Count.first(paths.stream().map(RawPath::shown).toList(), SHOWN);
  }
}
