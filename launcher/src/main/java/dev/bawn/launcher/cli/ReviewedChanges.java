package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Count;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.launcher.commits.MissingCommits;
import dev.bawn.launcher.linux.Flock;
import dev.bawn.launcher.merge.Discard;
import dev.bawn.launcher.merge.Merges;
import dev.bawn.launcher.merge.Outcome;
import dev.bawn.launcher.merge.ReviewedVersion;
import dev.bawn.launcher.record.History;
import dev.bawn.launcher.record.SessionRecord;
import dev.bawn.launcher.review.Change;
import dev.bawn.launcher.review.Layers;
import dev.bawn.launcher.review.ListedChanges;
import dev.bawn.launcher.review.RawPath;
import dev.bawn.launcher.review.Reviewed;
import dev.bawn.launcher.screen.OpenDecisions;
import dev.bawn.launcher.screen.ReviewResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Passes the decisions of a review to merge and discard, and reports the results. */
final class ReviewedChanges {

  private final NamedSession session;
  private final SessionRecord record;
  private final Layers layers;
  private final Surroundings here;

  ReviewedChanges(NamedSession session, SessionRecord record, Layers layers, Surroundings here) {
    this.session = session;
    this.record = record;
    this.layers = layers;
    this.here = here;
  }

  /** Carries out the decisions, and returns the exit status. */
  int apply(ReviewResult decided, Merges merges, NamedPaths named) throws IOException {
    List<Change> now = layers.changes();
    Selection selection = named.of(layers, now);
    int status = 0;
    if (!decided.merged().isEmpty()) {
      status |= merge(decided, merges, now, selection);
    }
    if (!decided.discarded().isEmpty()) {
      status |= discard(decided, now);
    }
    return status;
  }

  private int merge(ReviewResult decided, Merges merges, List<Change> now, Selection selection)
      throws IOException {
    int status = tellMissing(now, decided.merged().keySet(), "merged");
    List<Change> meant = withDirectories(now, decided.merged());
    List<Reviewed> reviewed = Reviewed.all(layers, meant);
    Outcome outcome;
    try (Flock _ = merges.lock()) {
      outcome =
          merges.merge(
              layers,
              meant,
              selection.moves(layers, reviewed),
              decided.merged(),
              false,
              false,
              here.user().number());
    }
    EditedTexts.name(OpenDecisions.merged(directory(), outcome.paths()), here);
    if (!outcome.done().isEmpty()) {
      NamedSession.note(
          session.name(), History.Event.MERGED, Integer.toString(outcome.done().size()), here);
    }
    status |=
        new MergeOutput(record, MergeOutput.Work.MERGE, MissingCommits.NONE, reviewed, here)
            .lines(outcome, Optional.of(selection));
    if (MissingCommits.of(record.changes().orElseThrow(), layers, now).mayBeFetched()) {
      here.err().println("next: its commits: " + SessionBundle.toFetch(record));
    }
    return status;
  }

  private int discard(ReviewResult decided, List<Change> now) throws IOException {
    if (session.intact().state().isRunning()) {
      here.note(
          "bawn: not discarded, because "
              + record.name()
              + " runs: "
              + Count.of(decided.discarded().size(), "change")
              + "; when it has ended: bawn review "
              + record.name());
      return 1;
    }
    int status = tellMissing(now, decided.discarded().keySet(), "discarded");
    List<Reviewed> reviewed;
    Outcome outcome;
    try (Flock _ = session.discardLock()) {
      List<Change> meant = new ArrayList<>();
      for (Change change : withDirectories(now, decided.discarded())) {
        ReviewedVersion seen = decided.discarded().get(change.path());
        if (seen == null || seen.isStill(layers, change)) {
          meant.add(change);
        } else {
          tell("discarded", change.path(), "the session changed it since it was reviewed");
          status = 1;
        }
      }
      Discard discard = session.discard(record, here);
      reviewed = Reviewed.all(layers, meant);
      outcome = discard.of(reviewed, now, layers);
      SortedMap<RawPath, Path> drafts = OpenDecisions.discarded(directory(), outcome.paths());
      MergeOutput.kept(discard, record, here);
      EditedTexts.name(drafts, here);
    }
    return status
        | new MergeOutput(record, MergeOutput.Work.DISCARD, MissingCommits.NONE, reviewed, here)
            .lines(outcome, Optional.empty());
  }

  private Path directory() {
    return session.directory().path();
  }

  private int tellMissing(List<Change> now, Set<RawPath> meant, String what) {
    Set<RawPath> missing = new TreeSet<>(meant);
    now.forEach(each -> missing.remove(each.path()));
    missing.forEach(each -> tell(what, each, "it is not changed any more"));
    return missing.isEmpty() ? 0 : 1;
  }

  private void tell(String what, RawPath path, String why) {
    here.note("bawn: not " + what + ": " + path.shown() + ": " + why);
  }

  /**
   * The changes of the decided paths, with each unlisted directory whose listed entries are all
   * decided.
   */
  static List<Change> withDirectories(List<Change> all, Map<RawPath, ?> meant) {
    Predicate<Change> isTold = ListedChanges.among(all, Set.of());
    List<Change> told = all.stream().filter(isTold).toList();
    return all.stream()
        .filter(each ->
            meant.containsKey(each.path())
                || !isTold.test(each) && areAllMeant(each.path(), told, meant))
        .toList();
  }

  private static boolean areAllMeant(RawPath directory, List<Change> told, Map<RawPath, ?> meant) {
    String prefix = directory.bytes() + "/";
    List<Change> below =
        told.stream().filter(each -> each.path().bytes().startsWith(prefix)).toList();
    return !below.isEmpty() && below.stream().allMatch(each -> meant.containsKey(each.path()));
  }
}
