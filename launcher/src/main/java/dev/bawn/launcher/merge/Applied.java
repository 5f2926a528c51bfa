package dev.bawn.launcher.merge;

import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.review.Change;
import dev.bawn.launcher.review.ListedChanges;
import dev.bawn.launcher.review.Moves;
import dev.bawn.launcher.review.RawPath;
import dev.bawn.launcher.review.Reviewed;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A change that was merged, undone or discarded. A moved file is one change.
 *
 * @param path the changed path
 * @param word the kind of change, as {@link Change#word} names it
 * @param isDirectory whether it is about a directory itself
 * @param from the old path of a moved file
 */
public record Applied(RawPath path, String word, boolean isDirectory, Optional<RawPath> from) {

  private static final String REMOVED = "removed";

  /**
   * The changes that steps made, sorted by path. As in {@link ListedChanges}, a new or removed
   * directory is represented by its entries, unless every user may write to it.
   *
   * @param steps in the order of the merge
   */
  static List<Applied> of(List<MergeStep> steps) {
    Map<RawPath, List<MergeStep>> byPath =
        steps.stream()
            .collect(
                Collectors.groupingBy(MergeStep::path, LinkedHashMap::new, Collectors.toList()));
    Set<RawPath> filled = new HashSet<>();
    byPath.keySet().forEach(path -> filled.add(path.parent()));
    Set<RawPath> sources = new HashSet<>();
    steps.forEach(step -> step.from().filter(byPath::containsKey).ifPresent(sources::add));
    List<Applied> all = new ArrayList<>();
    byPath.forEach((path, ofPath) -> {
      boolean isFilled =
          filled.contains(path)
              && !ofPath.getLast().after().isWritableByAll()
              && ofPath.stream().allMatch(MergeStep::makesOrRemovesDirectory);
      if (!isFilled && !sources.contains(path)) {
        all.add(of(path, ofPath.getFirst().before(), ofPath.getLast(), sources));
      }
    });
    all.sort((one, other) -> one.path().compareTo(other.path()));
    return all;
  }

  private static Applied of(RawPath path, Version before, MergeStep last, Set<RawPath> sources) {
    Version shown = last.after().isNothing() ? before : last.after();
    return new Applied(
        path,
        word(before, last.after()),
        shown.is(FileKind.DIRECTORY),
        last.from().filter(sources::contains));
  }

  /** Tells whether a file was removed, which an undo restores. */
  public boolean isRemoval() {
    return word.equals(REMOVED);
  }

  private static String word(Version before, Version after) {
    if (before.isNothing()) {
      return "added";
    }
    if (after.isNothing()) {
      return REMOVED;
    }
    if (!before.kind().equals(after.kind())) {
      return "type";
    }
    return before.hash().equals(after.hash()) && before.mode() != after.mode()
        ? "mode"
        : "modified";
  }

  /**
   * The changes that were discarded.
   *
   * @param dropped sorted by path
   */
  static List<Applied> ofDiscarded(List<Reviewed> dropped) {
    List<Change> changes = dropped.stream().map(Reviewed::change).toList();
    Set<RawPath> gone = changes.stream().map(Change::path).collect(Collectors.toSet());
    Set<RawPath> sources = new HashSet<>(Reviewed.moves(dropped).values());
    sources.retainAll(gone);
    Predicate<Change> isTold = ListedChanges.among(changes, sources);
    return dropped.stream()
        .filter(each -> isTold.test(each.change()) || each.isOfGit())
        .map(each ->
            new Applied(
                each.change().path(),
                each.change().word(),
                each.change().isDirectory(),
                each.move().map(Moves.Move::from).filter(sources::contains)))
        .toList();
  }
}
