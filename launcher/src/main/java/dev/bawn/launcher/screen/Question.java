package dev.bawn.launcher.screen;

import dev.bawn.contract.cli.Count;
import java.util.ArrayList;
import java.util.List;

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

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("merge " + Count.of(decided.merged().size(), "change") + " into the project");
    lines.add("discard " + Count.of(decided.discarded().size(), "change"));
    int rest = list.entries().size() - decided.merged().size() - decided.discarded().size();
    lines.add("leave " + Count.of(rest, "change") + " as they are");
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
