package dev.bawn.launcher.screen;

import dev.bawn.contract.cli.Count;
import dev.bawn.launcher.review.Others;
import java.util.ArrayList;
import java.util.List;

/** What the screen says of the review and of the selected change, a line each. */
final class Headlines {

  private final ReviewList list;

  Headlines(ReviewList list) {
    this.list = list;
  }

  /** How much was decided. */
  String title(String session) {
    StringBuilder title = new StringBuilder(session);
    title.append(": ").append(Count.of(list.entries().size(), "change"));
    for (Verdict verdict : Verdict.values()) {
      if (list.count(verdict) > 0) {
        title.append(", ").append(list.count(verdict)).append(' ').append(verdict.label());
      }
    }
    return title.append(", ").append(list.open().size()).append(" open").toString();
  }

  /** Above the diff. */
  String heading() {
    return list.row().map(Headlines::heading).orElse("nothing changed");
  }

  private static String heading(Row row) {
    if (row.entry().isPresent()) {
      return row.entry().get().path().shown() + "  " + row.entry().get().what();
    }
    return row.directory().bytes().isEmpty() ? "./" : row.directory().shown() + "/";
  }

  /** What is to be known about the selected change. */
  String about() {
    if (list.selected().isEmpty()) {
      return "";
    }
    Entry entry = list.selected().get();
    List<String> words = new ArrayList<>();
    if (entry.isChanged()) {
      words.add("changed since it was decided");
    }
    if (!entry.waits().isEmpty()) {
      words.add((entry.isConflict() ? "conflict: " : "never merged: ") + entry.waits());
    } else if (entry.reviewed().others() != Others.NOTHING) {
      words.add(entry.reviewed().others().label() + ", and both are merged by lines");
    }
    if (entry.isHazard()) {
      words.add("hazard: " + entry.reviewed().labels());
    }
    return String.join("; ", words);
  }
}
