package dev.bawn.launcher.screen;

import dev.bawn.launcher.merge.EditedText;
import dev.bawn.launcher.review.Change;
import dev.bawn.launcher.review.Layers;
import dev.bawn.launcher.review.RawPath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The decisions of a review that are not merged yet.
 *
 * @param decisions by path
 * @param edited the paths of the edited texts that only the review has
 * @param drafts the edited texts that were not accepted, see {@link EditedCopy}; sorted
 */
public record OpenDecisions(
    Map<RawPath, Decision> decisions, Set<RawPath> edited, List<Path> drafts) {

  /**
   * Reads the decisions.
   *
   * @param directory of the session
   * @param merged the paths of the merges that were not undone
   */
  public static OpenDecisions of(Path directory, Set<RawPath> merged) throws IOException {
    return of(DecisionFile.in(directory).read(), directory, merged);
  }

  private static OpenDecisions of(DecisionFile.Contents kept, Path directory, Set<RawPath> merged)
      throws IOException {
    Map<RawPath, Decision> decisions = new HashMap<>(kept.decisions());
    Set<RawPath> edited = new TreeSet<>(kept.edits().keySet());
    kept.decisions().forEach((path, decision) -> decision.edit().ifPresent(_ -> edited.add(path)));
    Set<RawPath> over = new TreeSet<>(kept.merged());
    over.retainAll(merged);
    decisions.keySet().removeAll(over);
    edited.removeAll(over);
    return new OpenDecisions(decisions, edited, EditedCopy.drafts(directory));
  }

  /** Tells whether neither the project nor its repository has a text that a review merged. */
  @FunctionalInterface
  public interface Gone {
    boolean isGone(RawPath path, byte[] text) throws IOException;
  }

  /**
   * Reads the decisions of a session that is to be removed. See {@link #unlisted} for the edited
   * texts that become drafts. An undo brings the others back into the review.
   *
   * @param directory of the session
   * @param merged the paths of the merges that were not undone
   * @param changes all changes of the session
   */
  public static OpenDecisions atTheEnd(
      Path directory, Set<RawPath> merged, Collection<Change> changes, Gone gone)
      throws IOException {
    unlisted(directory, merged, merged, changes, gone);
    return of(directory, merged);
  }

  /**
   * Makes a draft of each edited text whose file is not changed any more: no review lists it. Does
   * the same with a merged text that is gone.
   *
   * @param directory of the session
   * @param merged the paths of the merges that were not undone
   * @param undoable the paths that an undo brings back into a review
   * @param changes all changes of the session
   * @return the drafts
   */
  public static SortedMap<RawPath, Path> unlisted(
      Path directory,
      Set<RawPath> merged,
      Set<RawPath> undoable,
      Collection<Change> changes,
      Gone gone)
      throws IOException {
    DecisionFile.Contents kept = DecisionFile.in(directory).read();
    Set<RawPath> unlisted = new HashSet<>(of(kept, directory, merged).edited());
    unlisted.removeAll(undoable);
    changes.forEach(change -> unlisted.remove(change.path()));
    for (RawPath path : kept.merged()) {
      Optional<EditedText> edit = edit(kept, path);
      if (merged.contains(path) && edit.isPresent() && gone.isGone(path, edit.get().text())) {
        unlisted.add(path);
      }
    }
    return discarded(directory, unlisted);
  }

  /**
   * Tells whether the review has an edited text, merged or not.
   *
   * @param directory of the session
   */
  public static boolean haveEdited(Path directory) throws IOException {
    DecisionFile.Contents kept = DecisionFile.in(directory).read();
    return !kept.edits().isEmpty()
        || kept.decisions().values().stream().anyMatch(each -> each.edit().isPresent());
  }

  /**
   * Writes down that a review merged its decisions about these paths. An edited text that was not
   * merged becomes a draft.
   *
   * @param directory of the session
   * @return the drafts
   */
  public static SortedMap<RawPath, Path> merged(Path directory, Collection<RawPath> paths)
      throws IOException {
    DecisionFile file = DecisionFile.in(directory);
    DecisionFile.Contents kept = file.read();
    SortedMap<RawPath, Path> drafts = new TreeMap<>();
    for (RawPath path : paths) {
      if (kept.edits().containsKey(path)) {
        drafts.put(path, EditedCopy.keep(directory, path, kept.edits().get(path)));
      }
      file.appendMerged(path);
    }
    return drafts;
  }

  /**
   * Keeps the edited texts of these paths, whose earlier merge by a review was undone, while the
   * version of the session is merged.
   *
   * @param directory of the session
   */
  public static void reopen(Path directory, Collection<RawPath> paths) throws IOException {
    DecisionFile file = DecisionFile.in(directory);
    DecisionFile.Contents kept = file.read();
    for (RawPath path : paths) {
      if (kept.merged().contains(path) && edit(kept, path).isPresent()) {
        file.append(
            path,
            Optional.ofNullable(kept.decisions().get(path)),
            Optional.ofNullable(kept.edits().get(path)));
      }
    }
  }

  /**
   * Drops the decisions about these paths, whose changes were discarded or merged without the
   * review. An edited text becomes a draft.
   *
   * @param directory of the session
   * @return the drafts
   */
  public static SortedMap<RawPath, Path> discarded(Path directory, Collection<RawPath> paths)
      throws IOException {
    DecisionFile file = DecisionFile.in(directory);
    DecisionFile.Contents kept = file.read();
    SortedMap<RawPath, Path> drafts = new TreeMap<>();
    for (RawPath path : paths) {
      Optional<Decision> decision = Optional.ofNullable(kept.decisions().get(path));
      Optional<EditedText> edit = edit(kept, path);
      if (edit.isPresent()) {
        drafts.put(path, EditedCopy.keep(directory, path, edit.get()));
      }
      if (decision.isPresent() || edit.isPresent()) {
        file.append(path, Optional.empty(), Optional.empty());
      }
    }
    return drafts;
  }

  private static Optional<EditedText> edit(DecisionFile.Contents kept, RawPath path) {
    return Optional.ofNullable(kept.decisions().get(path))
        .flatMap(Decision::edit)
        .or(() -> Optional.ofNullable(kept.edits().get(path)));
  }

  /** Tells whether the review keeps no edited text. */
  public boolean holdNoText() {
    return edited.isEmpty() && drafts.isEmpty();
  }

  /** The changes that a merge of all leaves out, each with the reason, without a full stop. */
  public SortedMap<RawPath, String> against(Layers layers, List<Change> changes)
      throws IOException {
    SortedMap<RawPath, String> against = new TreeMap<>();
    for (Change change : changes) {
      against(layers, change).ifPresent(reason -> against.put(change.path(), reason));
    }
    return against;
  }

  private Optional<String> against(Layers layers, Change change) throws IOException {
    if (edited.contains(change.path())) {
      return Optional.of("you edited it in the review");
    }
    Decision decision = decisions.get(change.path());
    boolean isRejected = decision != null && decision.verdict() == Verdict.REJECT;
    if (!isRejected && (decision == null || decision.rejected() == 0)
        || !decision.seen().orElseThrow().isStill(layers, change)) {
      return Optional.empty();
    }
    return Optional.of(
        isRejected ? "you rejected it in the review" : "you rejected a part of it in the review");
  }

  /** These paths, and the old paths of the files that the session moved to them. */
  public Set<RawPath> withSources(Set<RawPath> paths) {
    Set<RawPath> all = new HashSet<>(paths);
    for (RawPath path : paths) {
      Optional.ofNullable(decisions.get(path)).flatMap(Decision::source).ifPresent(all::add);
    }
    return all;
  }
}
