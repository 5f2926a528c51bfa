package dev.bawn.launcher.screen;

import dev.bawn.launcher.merge.EditedText;
import dev.bawn.launcher.merge.Outcome;
import dev.bawn.launcher.merge.Waiting;
import dev.bawn.launcher.review.RawPath;
import dev.bawn.launcher.review.Reviewed;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The changes under review, grouped by directory, with the decisions about them. It reads no file.
 */
final class ReviewList {

  /** The row of the first file: its directory has the row above. */
  static final int FIRST_FILE = 1;

  private final Consumer<Entry> decided;
  private final Deque<Map<Entry, Optional<Decision>>> undo = new ArrayDeque<>();
  private final Map<RawPath, Entry> byPath = new HashMap<>();
  private List<Entry> entries = List.of();
  private List<Row> rows = List.of();
  private int cursor;

  /**
   * @param decided is called for each entry whose decision changed
   */
  ReviewList(Consumer<Entry> decided) {
    this.decided = decided;
  }

  List<Entry> entries() {
    return entries;
  }

  /** The change of a path, if there is one. */
  Optional<Entry> find(RawPath path) {
    return Optional.ofNullable(byPath.get(path));
  }

  List<Row> rows() {
    return rows;
  }

  int cursor() {
    return cursor;
  }

  Optional<Row> row() {
    return rows.isEmpty() ? Optional.empty() : Optional.of(rows.get(cursor));
  }

  /** The selected file; nothing while a directory is selected. */
  Optional<Entry> selected() {
    return row().flatMap(Row::entry);
  }

  /**
   * Replaces the changes. The decisions and inspection results of unchanged ones stay.
   *
   * @param changes sorted by path
   */
  void list(List<Reviewed> changes) {
    Optional<Row> was = row();
    List<Entry> listed = new ArrayList<>();
    for (Reviewed each : changes) {
      Entry entry = byPath.get(each.change().path());
      if (entry == null) {
        entry = new Entry(each);
      } else if (!entry.reviewed().equals(each)) {
        entry.list(each);
      }
      listed.add(entry);
    }
    entries = List.copyOf(listed);
    byPath.clear();
    entries.forEach(each -> byPath.put(each.path(), each));
    group();
    cursor = was.map(this::indexOf).orElse(Math.min(FIRST_FILE, Math.max(0, rows.size() - 1)));
  }

  private int indexOf(Row was) {
    for (int i = 0; i < rows.size(); i++) {
      Row row = rows.get(i);
      boolean isSame =
          row.directory().equals(was.directory())
              && row.entry().map(Entry::path).equals(was.entry().map(Entry::path));
      if (isSame) {
        return i;
      }
    }
    return Math.clamp(cursor, 0, Math.max(0, rows.size() - 1));
  }

  private void group() {
    Map<RawPath, List<Entry>> byDirectory = new TreeMap<>();
    for (Entry entry : entries) {
      byDirectory.computeIfAbsent(entry.path().parent(), _ -> new ArrayList<>()).add(entry);
    }
    List<Row> grouped = new ArrayList<>();
    byDirectory.forEach((directory, files) -> {
      grouped.add(new Row(directory, Optional.empty(), below(directory)));
      files.forEach(each -> grouped.add(new Row(directory, Optional.of(each), List.of(each))));
    });
    rows = List.copyOf(grouped);
  }

  /** All entries in a directory and its subdirectories. */
  private List<Entry> below(RawPath directory) {
    if (directory.equals(RawPath.TOP)) {
      return entries;
    }
    String prefix = directory.bytes() + "/";
    int first = 0;
    int last = entries.size();
    while (first < last) {
      int middle = (first + last) / 2;
      if (entries.get(middle).path().bytes().compareTo(prefix) < 0) {
        first = middle + 1;
      } else {
        last = middle;
      }
    }
    int end = first;
    while (end < entries.size() && entries.get(end).path().bytes().startsWith(prefix)) {
      end++;
    }
    return entries.subList(first, end);
  }

  /** Sets the result of a trial merge. */
  void wait(Outcome trial) {
    Map<RawPath, Waiting> waiting = new HashMap<>();
    trial.waiting().forEach(each -> waiting.put(each.path(), each));
    for (Entry entry : entries) {
      Optional<Waiting> each = Optional.ofNullable(waiting.get(entry.path()));
      entry.wait(
          each.map(Waiting::reason).orElse(""), each.filter(Waiting::isConflict).isPresent());
    }
  }

  void move(int lines) {
    select(cursor + lines);
  }

  void select(int row) {
    cursor = Math.clamp(row, 0, Math.max(0, rows.size() - 1));
  }

  /** Selects the next matching line, continuing at the other end; false if none matches. */
  boolean next(int step, Predicate<Entry> wanted) {
    for (int i = 1; i <= rows.size(); i++) {
      int at = Math.floorMod(cursor + step * i, rows.size());
      if (rows.get(at).entry().filter(wanted).isPresent()) {
        cursor = at;
        return true;
      }
    }
    return false;
  }

  /** Makes the same decision about all of these. */
  void decide(Collection<Entry> which, Verdict verdict) {
    Map<Entry, Optional<Decision>> next = new HashMap<>();
    for (Entry each : which) {
      // the acceptance of an edited file means the edited text
      if (verdict != Verdict.ACCEPT || each.decision().flatMap(Decision::edit).isEmpty()) {
        next.put(each, Optional.of(Decision.of(verdict, each.seen())));
      }
    }
    decide(next);
  }

  void decide(Entry entry, Optional<Decision> decision) {
    decide(Map.of(entry, decision));
  }

  private void decide(Map<Entry, Optional<Decision>> next) {
    Map<Entry, Optional<Decision>> before = new HashMap<>();
    next.keySet().forEach(each -> before.put(each, each.decision()));
    undo.push(before);
    next.forEach(this::put);
  }

  private void put(Entry entry, Optional<Decision> decision) {
    entry.decide(decision);
    decided.accept(entry);
  }

  /**
   * The entries of the last decision, each with its edited text, if there is one; empty if nothing
   * was decided.
   */
  Map<Entry, Optional<EditedText>> lastDecided() {
    Map<Entry, Optional<EditedText>> last = new HashMap<>();
    if (!undo.isEmpty()) {
      undo.peek()
          .keySet()
          .forEach(entry -> last.put(entry, entry.decision().flatMap(Decision::edit)));
    }
    return last;
  }

  /** Undoes the last decision. */
  void undo() {
    undo.pop()
        .forEach((entry, before) -> {
          entry.undo(before);
          decided.accept(entry);
        });
  }

  List<Entry> open() {
    return entries.stream().filter(each -> each.decision().isEmpty()).toList();
  }

  /** The number of decided changes that were not read yet. */
  long unread() {
    return entries.stream()
        .flatMap(each -> each.decision().stream())
        .filter(each -> each.seen().isEmpty())
        .count();
  }

  /** The number of changes with this label. */
  long count(String label) {
    return entries.stream().filter(each -> each.label().equals(Optional.of(label))).count();
  }
}
