package dev.bawn.launcher.screen;

import dev.bawn.contract.cli.Count;
import dev.bawn.launcher.review.Others;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The headlines of the review and of the selected change. */
final class Headlines {

  private final ReviewList list;

  Headlines(ReviewList list) {
    this.list = list;
  }

  /** The number of changes by decision. */
  String title(String session) {
    StringBuilder title = new StringBuilder(session);
    title.append(": ").append(Count.of(list.entries().size(), "change"));
    Set<String> labels = new LinkedHashSet<>();
    List.of(Verdict.values()).forEach(each -> labels.add(each.label()));
    labels.add(Decision.OPEN_HUNKS);
    labels.add(Entry.IN_CONFLICT);
    for (String label : labels) {
      if (list.count(label) > 0) {
        title.append(", ").append(list.count(label)).append(' ').append(label);
      }
    }
    return title.append(", ").append(list.open().size()).append(" open").toString();
  }

  /** The heading of the diff. */
  String heading() {
    return list.row().map(Headlines::heading).orElse("nothing changed");
  }

  private static String heading(Row row) {
    if (row.entry().isPresent()) {
      return row.entry().get().path().shown() + "  " + row.entry().get().what();
    }
    return row.directory().bytes().isEmpty() ? "./" : row.directory().shown() + "/";
  }

  /** Notes on the selected change. */
  String about() {
    if (list.selected().isEmpty()) {
      return "";
    }
    Entry entry = list.selected().get();
    List<String> words = new ArrayList<>();
    if (entry.hasLostEdit()) {
      words.add(
          entry.decision().isEmpty()
              ? "changed since you edited it: e starts from your text"
              : "your edited text is not used: e edits it again");
    } else if (entry.isChanged()) {
      words.add("changed since it was decided");
    }
    Optional<String> text = entry.decision().flatMap(Decision::text);
    if (text.isPresent()) {
      words.add(text.get());
    } else if (!entry.waits().isEmpty()) {
      words.add((entry.isConflict() ? "conflict: " : "never merged: ") + entry.waits());
    } else if (entry.reviewed().others() != Others.NOTHING) {
      words.add(entry.reviewed().others().label() + ", and both are merged line by line");
    } else if (!entry.reviewed().othersLabel().isEmpty()) {
      words.add(entry.reviewed().othersLabel());
    }
    if (entry.isHazard()) {
      words.add("hazard: " + entry.reviewed().labels());
    }
    return String.join("; ", words);
  }
}
