package dev.bawn.launcher.screen;

import dev.bawn.contract.cli.Count;
import dev.bawn.launcher.review.RawPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What is told before anything is merged or discarded. */
final class Question {

  private static final int SHOWN = 8;

  private final ReviewList list;
  private final Decided decided;
  private final ReviewRequest request;

  Question(ReviewList list, Decided decided, ReviewRequest request) {
    this.list = list;
    this.decided = decided;
    this.request = request;
  }

  /** Moved files count once. */
  private long count(Set<RawPath> paths) {
    return list.entries().stream().filter(each -> paths.contains(each.path())).count();
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    long merged = count(decided.merged().keySet());
    long discarded = count(decided.discarded().keySet());
    lines.add("merge " + Count.of(merged, "change") + " into the project");
    lines.add("discard " + Count.of(discarded, "change"));
    lines.add(
        "leave " + Count.of(list.entries().size() - merged - discarded, "change") + " as they are");
    if (list.halfDecided() > 0) {
      lines.add("  with " + Count.of(list.halfDecided(), "file") + " of which hunks are open");
    }
    if (!decided.discarded().isEmpty() && request.source().runs()) {
      lines.add("");
      lines.add(request.name() + " runs: what is rejected is discarded when it has ended");
    }
    List<Entry> hazards =
        list.entries().stream()
            .filter(each -> decided.merged().containsKey(each.path()))
            .filter(Entry::isHazard)
            .sorted((one, other) ->
                Boolean.compare(other.reviewed().isSevere(), one.reviewed().isSevere()))
            .toList();
    if (!hazards.isEmpty()) {
      lines.add("");
      lines.add(Count.of(hazards.size(), "hazard") + " among what is merged:");
      hazards.stream()
          .limit(SHOWN)
          .forEach(
              each -> lines.add("  ! " + each.path().shown() + "  " + each.reviewed().labels()));
      if (hazards.size() > SHOWN) {
        lines.add("  and " + (hazards.size() - SHOWN) + " more");
      }
    }
    lines.add("");
    lines.add("y goes on, any other key goes back");
    return lines;
  }
}
