package dev.bawn.launcher.screen;

import dev.bawn.contract.cli.Count;
import dev.bawn.launcher.merge.Approval;
import dev.bawn.launcher.merge.Outcome;
import dev.bawn.launcher.merge.Seen;
import dev.bawn.launcher.review.Others;
import dev.bawn.launcher.review.RawPath;
import dev.bawn.launcher.review.Reviewed;
import dev.bawn.launcher.screen.FullScreen.Key;
import dev.bawn.launcher.screen.FullScreen.Pressed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/** The review of a session on the caller's terminal. */
public final class ReviewScreen implements Inspection.Told {

  private static final int KEPT_VIEWS = 64;
  private static final String NOTHING = "nothing else like that";

  private final ReviewRequest request;
  private final DecisionFile file;
  private final ReviewList list = new ReviewList(this::keep);
  private final List<Comment> comments;
  private final Events events = new Events();
  private final Semaphore keys = new Semaphore(0);
  private final Map<RawPath, View> views =
      new LinkedHashMap<>(KEPT_VIEWS, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<RawPath, View> eldest) {
          return size() > KEPT_VIEWS;
        }
      };

  private FullScreen screen;
  private Inspection inspection;
  private Layout layout;
  private String said = "";
  private List<String> panel = List.of();
  private Optional<RawPath> asked = Optional.empty();
  private StringBuilder typed;
  private boolean inDiff;
  private boolean isAsking;
  private boolean isOver;
  private boolean isApplied;
  private int hunk;
  private int scroll;
  private int top;

  /** Reads what was decided before. */
  public ReviewScreen(ReviewRequest request) throws IOException {
    this.request = request;
    this.file = new DecisionFile(request.directory().resolve("review"));
    DecisionFile.Kept kept = file.read();
    this.comments = new ArrayList<>(kept.comments());
    list.list(request.changes());
    for (Entry entry : list.entries()) {
      entry.decide(Optional.ofNullable(kept.decisions().get(entry.path())));
    }
  }

  /** Whether a terminal is large enough. */
  public static boolean fits(String terminal) throws IOException {
    return FullScreen.layout(terminal).isLargeEnough();
  }

  /** Shows it until it is quit, and gives what is to be done. */
  public Decided run() throws IOException {
    try (FullScreen opened = FullScreen.open(request.terminal(), () -> events.add(this::resized));
        Inspection begun = new Inspection(request.source(), this, events::add)) {
      screen = opened;
      inspection = begun;
      layout = screen.layout();
      inspection.width(layout.diffWidth());
      inspection.begin();
      readAll();
      Thread reader = new Thread(this::readKeys, "keys");
      reader.setDaemon(true);
      reader.start();
      keys.release();
      draw();
      while (!isOver) {
        events.happen();
        if (!isOver) {
          draw();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return isApplied ? decided() : new Decided(Map.of(), Map.of(), comments);
  }

  /** A key is read when the one before has been dealt with: an editor's keys are its own. */
  private void readKeys() {
    try {
      while (true) {
        keys.acquire();
        Pressed pressed = screen.read();
        events.add(() -> pressed(pressed));
        if (pressed == null) {
          return;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      events.add(() -> isOver = true);
    }
  }

  private void resized() {
    events.await();
    screen.enter();
  }

  private void readAll() {
    for (Entry entry : list.entries()) {
      if (entry.seen().isEmpty()) {
        inspection.readLater(entry.reviewed());
      }
    }
    inspection.tryLater();
  }

  // what the inspection tells

  @Override
  public void read(Reviewed of, Seen seen, View view) {
    list.find(of.change().path())
        .filter(each -> each.reviewed().equals(of))
        .ifPresent(entry -> {
          boolean isPinned = entry.decision().filter(each -> each.seen().isEmpty()).isPresent();
          if (entry.read(seen, view.diff().added(), view.diff().removed())) {
            said = entry.path().shown() + " was changed, so its decision does not count any more";
            keep(entry);
          } else if (isPinned) {
            keep(entry);
          }
          if (isSelected(entry)) {
            views.put(entry.path(), view);
            events.await();
            asked = Optional.empty();
          }
        });
  }

  @Override
  public void disturbed() {
    said = "the session is changing something: listed again";
    asked = Optional.empty();
    if (request.source().runs()) {
      inspection.listNow();
    }
  }

  @Override
  public void listed(List<Reviewed> changes) {
    list.list(changes);
    if (list.entries().stream().anyMatch(each -> each.seen().isEmpty())) {
      readAll();
    }
  }

  @Override
  public void tried(Outcome outcome) {
    list.wait(outcome);
  }

  private boolean isSelected(Entry entry) {
    return list.selected().filter(each -> each == entry).isPresent();
  }

  private void keep(Entry entry) {
    try {
      file.append(entry.path(), entry.decision());
    } catch (IOException e) {
      said = "the decision is not kept: " + e.getMessage();
    }
  }

  // what is drawn

  private Optional<View> view() {
    Optional<Entry> selected = list.selected();
    if (selected.isEmpty()) {
      return Optional.empty();
    }
    Entry entry = selected.get();
    Optional<View> view =
        Optional.ofNullable(views.get(entry.path()))
            .filter(each -> each.isOf(entry.reviewed().change()) && entry.seen().isPresent());
    if (view.isEmpty() && !asked.equals(Optional.of(entry.path()))) {
      asked = Optional.of(entry.path());
      inspection.readNow(entry.reviewed());
    }
    return view;
  }

  private void draw() {
    layout = screen.layout();
    inspection.width(layout.diffWidth());
    int height = layout.filesHeight();
    top = Math.clamp(top, Math.max(0, list.cursor() - height + 1), list.cursor());
    if (top > 0 && list.cursor() == top && list.rows().get(top - 1).entry().isEmpty()) {
      top--;
    }
    List<ViewLine> lines = lines();
    scroll = Math.clamp(scroll, 0, Math.max(0, lines.size() - layout.diffHeight() + 1));
    Page.State state =
        new Page.State(
            title(),
            list,
            top,
            heading(),
            lines,
            scroll,
            hunk,
            verdicts(),
            inDiff,
            panel,
            typed == null ? said.isEmpty() ? about() : said : "comment: " + typed + "_");
    screen.draw(layout, new Page(layout, request.isColoured()).draw(state));
  }

  private List<ViewLine> lines() {
    if (list.selected().isEmpty()) {
      return list.row().map(this::directory).orElse(List.of());
    }
    List<ViewLine> lines = new ArrayList<>();
    RawPath path = list.selected().get().path();
    for (Comment comment : comments) {
      if (comment.path().equals(path)) {
        String place = comment.place().isEmpty() ? "" : comment.place() + " ";
        Cells.wrap("; " + place + comment.text(), layout.diffWidth())
            .forEach(line -> lines.add(new ViewLine(line, ViewLine.Kind.NOTE, -1)));
      }
    }
    lines.addAll(
        view()
            .map(each -> each.lines(layout.diffWidth()))
            .orElse(List.of(new ViewLine("reading …", ViewLine.Kind.PLAIN, -1))));
    return lines;
  }

  private List<ViewLine> directory(Row row) {
    long open = row.below().stream().filter(each -> each.decision().isEmpty()).count();
    return List.of(
        new ViewLine(
            Count.of(row.below().size(), "change") + " in here, " + open + " not decided",
            ViewLine.Kind.PLAIN,
            -1),
        new ViewLine("y, r and n decide about all of them", ViewLine.Kind.PLAIN, -1));
  }

  private String title() {
    StringBuilder title = new StringBuilder(request.name());
    title.append(": ").append(Count.of(list.entries().size(), "change"));
    for (Verdict verdict : Verdict.values()) {
      if (list.count(verdict) > 0) {
        title.append(", ").append(list.count(verdict)).append(' ').append(verdict.label());
      }
    }
    return title.append(", ").append(list.open().size()).append(" open").toString();
  }

  private String heading() {
    return list.row()
        .map(row ->
            row.entry()
                .map(entry -> entry.path().shown() + "  " + entry.what())
                .orElseGet(
                    () -> row.directory().bytes().isEmpty() ? "./" : row.directory().shown() + "/"))
        .orElse("nothing changed");
  }

  private String verdicts() {
    return list.selected().flatMap(Entry::decision).map(Decision::hunks).orElse("");
  }

  /** What is to be known about the selected change. */
  private String about() {
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

  // what keys do

  private void pressed(Pressed pressed) {
    events.await();
    if (pressed == null) {
      isOver = true;
      return;
    }
    said = "";
    if (typed != null) {
      type(pressed);
    } else if (!panel.isEmpty()) {
      answer(pressed);
    } else if (pressed.key() == Key.LETTER) {
      letter(pressed.letter());
    } else {
      key(pressed.key());
    }
    // what is typed after the end is the shell's
    if (!isOver) {
      keys.release();
    }
  }

  private void key(Key key) {
    switch (key) {
      case UP -> move(-1);
      case DOWN -> move(1);
      case PAGE_UP -> scroll -= layout.diffHeight() - 2;
      case PAGE_DOWN -> scroll += layout.diffHeight() - 2;
      case HOME -> select(0);
      case END -> select(list.rows().size() - 1);
      case TAB, ENTER -> changePane();
      case ESCAPE -> inDiff = false;
      default -> {}
    }
  }

  private void letter(String letter) {
    switch (letter) {
      case "j" -> move(1);
      case "k" -> move(-1);
      case "g" -> select(0);
      case "G" -> select(list.rows().size() - 1);
      case " " -> changePane();
      case "y" -> decide(Verdict.ACCEPT);
      case "r" -> decide(Verdict.REJECT);
      case "n" -> decide(Verdict.LATER);
      case "Y" -> decideAll(Verdict.ACCEPT);
      case "R" -> decideAll(Verdict.REJECT);
      case "N" -> decideAll(Verdict.LATER);
      case "]" -> go(1, Entry::isHazard);
      case "[" -> go(-1, Entry::isHazard);
      case "c" -> go(1, Entry::isConflict);
      case "s" -> takeSessions();
      case "e" -> edit();
      case ";" -> typed = list.selected().isPresent() ? new StringBuilder() : null;
      case "u" -> undo();
      case "?" -> panel = Help.LINES;
      case "m" -> ask();
      case "q", "\003" -> isOver = true;
      case "\032" -> screen.stop();
      case "\f" -> again();
      default -> said = "? shows the keys";
    }
  }

  private void again() {
    screen.enter();
    inspection.listNow();
  }

  private void changePane() {
    inDiff = !inDiff && view().isPresent();
    hunk = 0;
    showHunk();
  }

  private void move(int lines) {
    if (inDiff) {
      int hunks = view().map(each -> each.diff().hunks().size()).orElse(0);
      if (hunks == 0) {
        scroll += lines;
      } else {
        hunk = Math.clamp(hunk + lines, 0, hunks - 1);
        showHunk();
      }
    } else {
      select(list.cursor() + lines);
    }
  }

  private void select(int row) {
    list.select(row);
    selected();
  }

  private void selected() {
    scroll = 0;
    hunk = 0;
    inDiff = false;
    asked = Optional.empty();
  }

  private void go(int step, java.util.function.Predicate<Entry> wanted) {
    if (list.next(step, wanted)) {
      selected();
    } else {
      said = NOTHING;
    }
  }

  private void showHunk() {
    List<ViewLine> lines = lines();
    for (int i = 0; inDiff && i < lines.size(); i++) {
      if (lines.get(i).hunk() == hunk) {
        scroll = Math.max(0, i - 1);
        return;
      }
    }
  }

  private void decide(Verdict verdict) {
    if (list.row().isEmpty()) {
      return;
    }
    if (inDiff) {
      decideHunk(verdict);
      return;
    }
    Optional<Entry> selected = list.selected();
    if (selected.isPresent() && selected.get().isConflict() && verdict == Verdict.ACCEPT) {
      said = "both changed this: s takes the session's lines, e edits both, r keeps the project's";
      return;
    }
    list.decide(list.row().get().below(), verdict);
    if (selected.isEmpty() || !list.next(1, each -> each.decision().isEmpty())) {
      move(1);
    } else {
      selected();
    }
  }

  private void decideAll(Verdict verdict) {
    Collection<Entry> which =
        list.selected().isPresent() || list.row().isEmpty()
            ? list.open()
            : list.row().get().below();
    list.decide(which, verdict);
    said = Count.of(which.size(), "change") + " " + verdict.label();
  }

  private void decideHunk(Verdict verdict) {
    Optional<View> view = view();
    Entry entry = list.selected().orElseThrow();
    if (view.isEmpty() || !view.get().diff().isDivisible()) {
      said = "this change is accepted or rejected as a whole";
      return;
    }
    int count = view.get().diff().hunks().size();
    String before = entry.decision().map(Decision::hunks).orElse("");
    StringBuilder hunks = new StringBuilder(before.length() == count ? before : ".".repeat(count));
    hunks.setCharAt(
        hunk,
        switch (verdict) {
          case ACCEPT -> 'y';
          case REJECT -> 'n';
          default -> '.';
        });
    list.decide(entry, byHunks(entry, view.get(), hunks.toString()));
    int next = hunks.indexOf(".", hunk);
    next = next < 0 ? hunks.indexOf(".") : next;
    if (next < 0) {
      said = "all hunks of this file are decided";
    } else {
      hunk = next;
      showHunk();
    }
  }

  private static Decision byHunks(Entry entry, View view, String hunks) {
    boolean isMixed = hunks.indexOf('y') >= 0 && hunks.indexOf('n') >= 0;
    Verdict verdict =
        isMixed || hunks.indexOf('.') >= 0
            ? Verdict.PARTLY
            : hunks.indexOf('y') >= 0 ? Verdict.ACCEPT : Verdict.REJECT;
    Optional<byte[]> content =
        verdict == Verdict.PARTLY
            ? Optional.of(view.diff().with(each -> hunks.charAt(each) == 'y'))
            : Optional.empty();
    return new Decision(verdict, entry.seen(), hunks, content, Optional.empty());
  }

  private void takeSessions() {
    Optional<View> view = view();
    if (view.isEmpty() || view.get().conflict().isEmpty()) {
      said = "there is no conflict in text here";
      return;
    }
    Entry entry = list.selected().orElseThrow();
    list.decide(
        entry,
        new Decision(
            Verdict.EDIT,
            entry.seen(),
            "",
            Optional.of(view.get().conflict().get().sessions()),
            Optional.of(view.get().conflict().get().project())));
    said = "where both changed the same lines, the session's are taken";
  }

  private void edit() {
    Optional<View> view = view();
    Optional<byte[]> content =
        view.flatMap(
            each -> each.conflict().map(both -> both.marked()).or(() -> each.diff().content()));
    if (content.isEmpty()) {
      said = "only a text can be edited here";
      return;
    }
    Entry entry = list.selected().orElseThrow();
    EditedCopy copy = new EditedCopy(request.directory(), request.editor());
    Optional<byte[]> edited = copy.edit(screen, entry.path(), content.get());
    said = copy.said();
    edited.ifPresent(text ->
        list.decide(
            entry,
            new Decision(
                Verdict.EDIT,
                entry.seen(),
                "",
                Optional.of(text),
                view.get().conflict().map(both -> both.project()))));
  }

  private void undo() {
    Collection<Entry> taken = list.undo();
    said = taken.isEmpty() ? "nothing was decided" : Count.of(taken.size(), "decision") + " undone";
  }

  private void type(Pressed pressed) {
    switch (pressed.key()) {
      case ESCAPE -> typed = null;
      case ENTER -> {
        comment(typed.toString().strip());
        typed = null;
      }
      case BACKSPACE ->
          typed.setLength(typed.isEmpty() ? 0 : typed.offsetByCodePoints(typed.length(), -1));
      case LETTER -> {
        if (pressed.letter().codePoints().noneMatch(Character::isISOControl)) {
          typed.append(pressed.letter());
        } else if (pressed.letter().equals("\003")) {
          typed = null;
        }
      }
      default -> {}
    }
  }

  private void comment(String text) {
    RawPath path = list.selected().orElseThrow().path();
    String place =
        inDiff
            ? view()
                .filter(each -> hunk < each.diff().hunks().size())
                .map(each -> each.diff().hunks().get(hunk).lines().getFirst())
                .orElse("")
            : "";
    Comment comment = new Comment(path, place, text);
    comments.removeIf(each -> each.path().equals(path) && each.place().equals(place));
    if (!text.isEmpty()) {
      comments.add(comment);
    }
    try {
      file.append(comment);
    } catch (IOException e) {
      said = "the comment is not kept: " + e.getMessage();
    }
  }

  // the end

  private void ask() {
    Decided decided = decided();
    long unread =
        list.entries().stream()
            .filter(each -> each.decision().filter(it -> it.seen().isEmpty()).isPresent())
            .count();
    if (unread > 0) {
      said = Count.of(unread, "file") + " of them must still be read: try again in a moment";
      return;
    }
    if (decided.merged().isEmpty() && decided.discarded().isEmpty()) {
      said = "nothing is accepted or rejected yet";
      return;
    }
    panel = new Question(list, decided, request).lines();
    isAsking = true;
    said = "go on? y/n";
  }

  private void answer(Pressed pressed) {
    panel = List.of();
    if (isAsking) {
      isAsking = false;
      isApplied = pressed.letter().equals("y");
      isOver = isApplied;
      said = isApplied ? "" : "nothing was merged";
    }
  }

  private Decided decided() {
    Map<RawPath, Approval> merged = new HashMap<>();
    Map<RawPath, Seen> discarded = new HashMap<>();
    for (Entry entry : list.entries()) {
      entry
          .decision()
          .filter(Decision::isReady)
          .ifPresent(each -> {
            Seen seen = each.seen().orElseThrow();
            if (each.verdict().isMerged()) {
              merged.put(entry.path(), new Approval(seen, each.content(), each.project()));
              entry.source().ifPresent(from -> merged.put(from, Approval.of(Seen.NOTHING)));
            } else if (each.verdict() == Verdict.REJECT) {
              discarded.put(entry.path(), seen);
              entry.source().ifPresent(from -> discarded.put(from, Seen.NOTHING));
            }
          });
    }
    return new Decided(merged, discarded, comments);
  }
}
