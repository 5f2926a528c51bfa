package dev.bawn.launcher.screen;

import dev.bawn.contract.cli.Count;
import dev.bawn.launcher.merge.Outcome;
import dev.bawn.launcher.merge.Waiting;
import dev.bawn.launcher.review.RawPath;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The summary before a merge or discard. */
final class MergeQuestion {

  /** The most paths of a list: the whole summary fits into 22 lines. */
  private static final int SHOWN = 3;

  private final ReviewList list;
  private final ReviewResult decided;
  private final Map<RawPath, Waiting> waiting = new HashMap<>();
  private final ReviewRequest request;
  private final List<String> lines = new ArrayList<>();

  /**
   * @param trial the result of a trial of this merge
   */
  MergeQuestion(ReviewList list, ReviewResult decided, Outcome trial, ReviewRequest request) {
    this.list = list;
    this.decided = decided;
    this.request = request;
    trial.waiting().forEach(each -> waiting.put(each.path(), each));
  }

  List<String> lines() {
    List<Entry> merged = new ArrayList<>();
    List<Entry> waits = new ArrayList<>();
    List<Entry> left = new ArrayList<>();
    List<String> drafts = new ArrayList<>();
    int discarded = 0;
    int hunks = 0;
    for (Entry entry : list.entries()) {
      if (!decided.merged().containsKey(entry.path())) {
        boolean isDiscarded = decided.discarded().containsKey(entry.path());
        discarded += isDiscarded ? 1 : 0;
        if (!isDiscarded) {
          left.add(entry);
        } else if (entry.hasLostEdit()) {
          drafts.add(entry.path().shown());
        }
      } else if (waiting.containsKey(entry.path())) {
        waits.add(entry);
      } else {
        merged.add(entry);
        hunks +=
            entry.decision().filter(each -> each.open() == 0).map(Decision::rejected).orElse(0);
        if (entry.hasLostEdit()) {
          drafts.add(entry.path().shown());
        }
      }
    }
    lines.add("merge " + Count.of(merged.size(), "change") + " into the project");
    name(merged.stream().flatMap(each -> hunks(each).stream()).toList());
    lines.add(
        "discard "
            + Count.of(discarded, "change")
            + (hunks > 0 ? " and " + Count.of(hunks, "rejected hunk") : ""));
    int stay = left.size() + waits.size();
    lines.add("leave " + Count.of(stay, "change") + (stay == 1 ? " as it is" : " as they are"));
    List<String> named =
        new ArrayList<>(
            waits.stream().map(each -> reason(each, waiting.get(each.path()))).toList());
    left.forEach(each -> named.addAll(hunks(each)));
    name(named);
    if (!drafts.isEmpty()) {
      lines.add(
          "keep "
              + Count.of(drafts.size(), "edited text")
              + (drafts.size() == 1 ? " as a draft" : " as drafts")
              + ", not merged:");
      name(drafts);
    }
    if (discarded > 0 && request.source().runs()) {
      lines.add(request.name() + " runs: rejected changes are discarded after its end");
    }
    hazards(merged);
    lines.add("");
    lines.add("y continues, any other key goes back");
    return lines;
  }

  private static String reason(Entry entry, Waiting why) {
    return entry.path().shown() + ": " + why.reason();
  }

  /** The decision about the hunks of a file; empty if the file was decided as a whole. */
  private static List<String> hunks(Entry entry) {
    return entry
        .decision()
        .filter(each -> each.verdict() == Verdict.PARTLY)
        .map(each ->
            entry.path().shown()
                + ": "
                + Count.of(each.accepted(), "hunk")
                + " accepted, "
                + each.rejected()
                + " rejected, "
                + each.open()
                + " open")
        .stream()
        .toList();
  }

  private void hazards(List<Entry> merged) {
    List<Entry> hazards =
        merged.stream()
            .filter(Entry::isHazard)
            .sorted((one, other) ->
                Boolean.compare(other.reviewed().isSevere(), one.reviewed().isSevere()))
            .toList();
    if (!hazards.isEmpty()) {
      lines.add("");
      lines.add(Count.of(hazards.size(), "hazard") + " among the changes to merge:");
      name(
          hazards.stream()
              .map(each -> "! " + each.path().shown() + "  " + each.reviewed().labels())
              .toList());
    }
  }

  private void name(Collection<String> named) {
    named.stream().limit(SHOWN).forEach(each -> lines.add("  " + each));
    if (named.size() > SHOWN) {
      lines.add("  and " + (named.size() - SHOWN) + " more");
    }
  }
}
