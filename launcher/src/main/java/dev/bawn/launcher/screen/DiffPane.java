package dev.bawn.launcher.screen;

import dev.bawn.contract.cli.Count;
import dev.bawn.launcher.patch.Hunk;
import dev.bawn.launcher.review.RawPath;
import dev.bawn.launcher.review.Reviewed;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** The pane beside the list: the selected change, and the position in it. */
final class DiffPane {

  private static final int MOST = 64;

  private final ReviewList list;
  private final Comments comments;
  private final Map<RawPath, View> views =
      new LinkedHashMap<>(MOST, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<RawPath, View> eldest) {
          return size() > MOST;
        }
      };

  private Consumer<Reviewed> read = _ -> {};
  private ScreenLayout layout =
      new ScreenLayout(ScreenLayout.LEAST_COLUMNS, ScreenLayout.LEAST_ROWS);
  private Optional<RawPath> asked = Optional.empty();
  private boolean isFocused;
  private int hunk;
  private int scroll;

  DiffPane(ReviewList list, Comments comments) {
    this.list = list;
    this.comments = comments;
  }

  /** Sets the reader of a change that is to be displayed. */
  void readBy(Consumer<Reviewed> reading) {
    read = reading;
  }

  /** The view of the selected change; empty while it is being read, and for a directory. */
  Optional<View> view() {
    Optional<View> view =
        list.selected()
            .filter(entry -> entry.seen().isPresent())
            .flatMap(entry ->
                Optional.ofNullable(views.get(entry.path()))
                    .filter(each -> each.isOf(entry.reviewed().change())));
    if (view.isEmpty()
        && list.selected().isPresent()
        && !asked.equals(list.selected().map(Entry::path))) {
      asked = list.selected().map(Entry::path);
      read.accept(list.selected().get().reviewed());
    }
    return view;
  }

  /** Keeps the view of a change that was read. */
  void put(RawPath path, View view) {
    views.put(path, view);
    asked = Optional.empty();
  }

  /** Resets the position: another change is selected, or the same one is to be read again. */
  void begin() {
    asked = Optional.empty();
    scroll = 0;
    hunk = 0;
    isFocused = false;
  }

  /** Tells whether keys go to the hunks, also to those of a change that is still being read. */
  boolean isFocused() {
    return isFocused && (isReading() || !hunks().isEmpty());
  }

  /** Tells whether the selected change is still being read. */
  boolean isReading() {
    return view().isEmpty()
        && list.selected().filter(each -> each.unreadable().isEmpty()).isPresent();
  }

  /**
   * Directs keys to the hunks, or back to the list.
   *
   * @return the reason for a refusal; empty on success
   */
  String focus(boolean wanted) {
    isFocused = wanted;
    goTo(0);
    return wanted && !isFocused()
        ? "there are no hunks here: y, r and n decide about all of it"
        : "";
  }

  int hunk() {
    return hunk;
  }

  int scroll() {
    return scroll;
  }

  /** The heading of the selected hunk; empty for the whole file. */
  String place() {
    return hunks().size() > hunk && isFocused() ? hunks().get(hunk).lines().getFirst() : "";
  }

  private List<Hunk> hunks() {
    return view().map(each -> each.diff().hunks()).orElse(List.of());
  }

  /** Moves by that many hunks; in a change with one hunk, by that many lines. */
  void move(int by) {
    if (hunks().size() < 2) {
      scroll += by;
    } else {
      goTo(hunk + by);
    }
  }

  void page(int by) {
    scroll += by * (layout.diffHeight() - 2);
  }

  void goTo(int wanted) {
    hunk = Math.clamp(wanted, 0, Math.max(0, hunks().size() - 1));
    List<ViewLine> lines = lines();
    for (int i = 0; isFocused && i < lines.size(); i++) {
      if (lines.get(i).hunk() == hunk) {
        scroll = Math.max(0, i - 1);
        return;
      }
    }
  }

  /** All lines of the pane, in a layout. */
  List<ViewLine> lines(ScreenLayout now) {
    layout = now;
    List<ViewLine> lines = lines();
    scroll = Math.clamp(scroll, 0, Math.max(0, lines.size() - layout.diffHeight() + 1));
    return lines;
  }

  private List<ViewLine> lines() {
    if (list.selected().isEmpty()) {
      return list.row().map(DiffPane::directory).orElse(List.of());
    }
    List<ViewLine> lines = new ArrayList<>();
    for (Comment each : comments.about(list.selected().get().path())) {
      String place = each.place().isEmpty() ? "" : each.place() + " ";
      Cells.wrap("; " + place + each.text(), layout.diffWidth())
          .forEach(line -> lines.add(new ViewLine(line, ViewLine.Kind.NOTE, -1)));
    }
    Optional<View> view = view();
    Optional<byte[]> text =
        list.selected()
            .flatMap(Entry::decision)
            .filter(each -> each.text().isPresent())
            .flatMap(Decision::content);
    if (view.isPresent() && text.isPresent()) {
      lines.addAll(view.get().preview(text.get(), layout.diffWidth()));
    }
    lines.addAll(
        view.map(each -> each.lines(layout.diffWidth()))
            .orElseGet(() -> List.of(plain(withoutView(list.selected().get())))));
    return lines;
  }

  private static String withoutView(Entry entry) {
    return entry.unreadable().isEmpty()
        ? "reading …"
        : "this cannot be read: " + entry.unreadable();
  }

  private static List<ViewLine> directory(Row row) {
    long open = row.below().stream().filter(each -> each.decision().isEmpty()).count();
    return List.of(
        plain(Count.of(row.below().size(), "change") + " in here, " + open + " not decided"),
        plain("y, r and n decide about all of them"));
  }

  private static ViewLine plain(String text) {
    return new ViewLine(text, ViewLine.Kind.PLAIN, -1);
  }
}
