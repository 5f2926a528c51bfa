package dev.bawn.launcher.screen;

import dev.bawn.contract.cli.Count;
import dev.bawn.contract.failure.Failed;
import dev.bawn.launcher.merge.Outcome;
import dev.bawn.launcher.screen.FullScreen.Key;
import dev.bawn.launcher.screen.FullScreen.Pressed;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** The review of a session on the caller's terminal. */
public final class ReviewScreen {

  private static final String INTERRUPT = "\003";

  private final ReviewRequest request;
  private final DecisionFile file;
  private final ReviewList list = new ReviewList(this::keep);
  private final Comments comments;
  private final DiffPane diff;
  private final DecisionKeys decider;
  private final Headlines headlines = new Headlines(list);
  private final Events events = new Events();

  private FullScreen screen;
  private KeyReader keys;
  private Inspection inspection;
  private String said = "";

  /** The reason why decisions could not be written; empty if they were. */
  private String problem = "";

  private final Set<Entry> unkept = new LinkedHashSet<>();
  private List<String> panel = List.of();
  private final Deque<Pressed> typedAhead = new ArrayDeque<>();
  private boolean isAsking;
  private boolean isComparing;
  private boolean isLeaving;
  private boolean isOver;
  private boolean isApplied;

  /**
   * The decisions that the question is about: later changes of the session are not part of the
   * answer.
   */
  private ReviewResult asked;

  private int top;

  /** Reads the decisions of earlier runs. */
  public ReviewScreen(ReviewRequest request) throws IOException {
    this.request = request;
    this.file = DecisionFile.in(request.directory());
    DecisionFile.Contents kept = file.read();
    this.comments = new Comments(file, kept.comments());
    this.diff = new DiffPane(list, comments);
    this.decider = new DecisionKeys(list, diff);
    list.list(request.changes());
    for (Entry entry : list.entries()) {
      entry.restore(
          Optional.ofNullable(kept.decisions().get(entry.path())),
          Optional.ofNullable(kept.edits().get(entry.path())));
    }
  }

  /** Displays the review until the user quits, and returns the decisions to carry out. */
  public ReviewResult run() throws IOException {
    Findings findings = new Findings(list, diff, this::keep, text -> said = text, events::await);
    try (FullScreen opened = FullScreen.open(request.terminal(), () -> events.add(this::resized));
        Inspection begun = new Inspection(request.source(), findings, events::add)) {
      screen = opened;
      inspection = begun;
      inspection.width(screen.layout().diffWidth());
      findings.readBy(inspection);
      inspection.begin();
      keys = new KeyReader(screen, events, this::pressed);
      keys.begin();
      events.until(this::isOver, this::draw);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (!unkept.isEmpty()) {
      keepLast();
    }
    return isApplied ? asked : new ReviewResult(Map.of(), Map.of(), comments.all());
  }

  /**
   * @throws Failed if writing still fails: then nothing is merged
   */
  private void keepLast() {
    try {
      keepAll();
    } catch (IOException e) {
      throw new Failed(
          Count.of(unkept.size(), "decision") + " of the review cannot be saved: " + e.getMessage(),
          Files.isDirectory(request.directory())
              ? "is the disk full? df " + request.directory()
              : "the session was renamed or removed: bawn list");
    }
  }

  private void resized() {
    events.await();
    screen.enter();
  }

  /**
   * Writes the decision about an entry. Failed writes are repeated with each decision and at the
   * end.
   */
  private void keep(Entry entry) {
    unkept.add(entry);
    try {
      keepAll();
    } catch (IOException e) {
      problem = "decisions cannot be saved: " + e.getMessage();
    }
  }

  private void keepAll() throws IOException {
    for (Entry each : List.copyOf(unkept)) {
      file.append(each.path(), each.decision(), each.lostEdit());
      unkept.remove(each);
    }
    problem = "";
  }

  private void draw() {
    ScreenLayout layout = screen.layout();
    inspection.width(layout.diffWidth());
    top = Math.clamp(top, Math.max(0, list.cursor() - layout.filesHeight() + 1), list.cursor());
    if (top > 0 && list.cursor() == top && list.rows().get(top - 1).entry().isEmpty()) {
      top--;
    }
    List<ViewLine> lines = diff.lines(layout);
    String told = said.isEmpty() ? headlines.about() : said;
    told = problem.isEmpty() || isAsking ? told : problem;
    Page.State state =
        new Page.State(
            headlines.title(request.name()),
            list,
            top,
            headlines.heading(),
            lines,
            diff.scroll(),
            diff.hunk(),
            list.selected().flatMap(Entry::decision).map(Decision::hunks).orElse(""),
            diff.isFocused(),
            panel,
            comments.isTyping() ? "comment: " + comments.typed() + "_" : told);
    screen.draw(layout, new Page(layout, new Ink(request.isColoured())).draw(state));
  }

  private void pressed(Optional<Pressed> pressed) {
    events.await();
    said = "";
    if (pressed.isEmpty()) {
      isLeaving = true;
    } else {
      press(pressed.get());
    }
    // keys after the end belong to the shell
    if (pressed.isPresent() && !isOver()) {
      keys.next();
    }
  }

  /** A decision is saved when its file has been read, so the review does not end before. */
  private boolean isOver() {
    return isOver || isLeaving && list.unread() == 0;
  }

  private void press(Pressed pressed) {
    if (isLeaving) {
      leave(pressed.letter());
    } else if (isComparing && !pressed.letter().equals(INTERRUPT)) {
      typedAhead.add(pressed);
    } else if (comments.isTyping()) {
      type(pressed);
    } else if (!panel.isEmpty()) {
      answer(pressed);
    } else if (pressed.key() == Key.LETTER) {
      letter(pressed.letter());
    } else {
      key(pressed.key());
    }
  }

  private void key(Key key) {
    switch (key) {
      case UP -> move(-1);
      case DOWN -> move(1);
      case PAGE_UP -> diff.page(-1);
      case PAGE_DOWN -> diff.page(1);
      case HOME -> select(ReviewList.FIRST_FILE);
      case END -> select(list.rows().size() - 1);
      case TAB, ENTER -> said = diff.focus(!diff.isFocused());
      case ESCAPE -> diff.focus(false);
      default -> {}
    }
  }

  private void letter(String letter) {
    switch (letter) {
      case "j" -> move(1);
      case "k" -> move(-1);
      case "g" -> select(ReviewList.FIRST_FILE);
      case "G" -> select(list.rows().size() - 1);
      case " " -> said = diff.focus(!diff.isFocused());
      case "y" -> said = decider.decide(Verdict.ACCEPT);
      case "r" -> said = decider.decide(Verdict.REJECT);
      case "n" -> said = decider.decide(Verdict.LATER);
      case "Y" -> said = decider.decideAll(Verdict.ACCEPT);
      case "R" -> said = decider.decideAll(Verdict.REJECT);
      case "N" -> said = decider.decideAll(Verdict.LATER);
      case "]" -> go(1, Entry::isHazard, "hazard");
      case "[" -> go(-1, Entry::isHazard, "hazard");
      case "c" -> go(1, Entry::isConflict, "conflict");
      case "s" -> said = decider.take(Verdict.SESSIONS);
      case "p" -> said = decider.take(Verdict.PROJECTS);
      case "e" -> edit();
      case ";" -> list.selected().ifPresent(each -> comments.begin(each.path(), diff.place()));
      case "u" -> said = decider.undo(request);
      case "?" -> panel = ReviewHelp.LINES;
      case "m" -> ask();
      case "q", INTERRUPT -> leave(letter);
      case "\032" -> screen.stop();
      case "\f" -> again();
      default -> said = "? shows the keys";
    }
  }

  private void leave(String letter) {
    isOver = isLeaving && (letter.equals("q") || letter.equals(INTERRUPT));
    isLeaving = true;
    said = "reading files to save your decisions about them; q quits without saving those";
  }

  private void edit() {
    said = decider.edit(screen, request);
    try {
      if (unkept.isEmpty()) {
        decider.forgetCopy();
      }
    } catch (IOException e) {
      said = String.valueOf(e.getMessage());
    }
  }

  private void again() {
    screen.enter();
    inspection.listNow();
  }

  private void move(int by) {
    if (diff.isFocused()) {
      diff.move(by);
    } else {
      select(list.cursor() + by);
    }
  }

  private void select(int row) {
    list.select(row);
    diff.begin();
  }

  private void go(int step, Predicate<Entry> wanted, String what) {
    if (list.next(step, wanted)) {
      diff.begin();
    } else {
      said = "no other file with a " + what;
    }
  }

  private void type(Pressed pressed) {
    try {
      comments.press(pressed);
    } catch (IOException e) {
      said = "the comment is not kept: " + e.getMessage();
    }
  }

  /**
   * Compares the session with the project again before the question, which lists every change that
   * is left out.
   */
  private void ask() {
    said = "comparing with the project …";
    isComparing = true;
    inspection.listFor(this::compare);
  }

  private void compare() {
    asked = ReviewResult.of(list, comments.all());
    long unread = list.unread();
    if (unread > 0) {
      askNothing(Count.of(unread, "file") + " of them must still be read: try again in a moment");
    } else if (asked.merged().isEmpty() && asked.discarded().isEmpty()) {
      askNothing(
          list.count(Decision.OPEN_HUNKS) > 0
              ? "nothing to merge: a file is discarded only when all its hunks are rejected"
              : "nothing is accepted or rejected yet");
    } else {
      inspection.tryNow(asked.merged(), this::ask);
    }
  }

  private void ask(Optional<Outcome> outcome) {
    if (outcome.isEmpty()) {
      askNothing("files changed meanwhile: try again in a moment");
      return;
    }
    panel = new MergeQuestion(list, asked, outcome.get(), request).lines();
    isAsking = true;
    askNothing("continue? y/n");
  }

  /** Ends the question without an action; keys work again. */
  private void askNothing(String why) {
    said = why;
    isComparing = false;
    events.await();
    while (!isOver && !isComparing && !typedAhead.isEmpty()) {
      said = "";
      press(typedAhead.poll());
    }
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
}
