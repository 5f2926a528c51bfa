package dev.bawn.launcher.screen;

import dev.bawn.contract.failure.Failure;
import dev.bawn.launcher.screen.FullScreen.Key;
import dev.bawn.launcher.screen.FullScreen.Pressed;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The board: all sessions on the caller's terminal, read again at an interval. */
public final class BoardScreen {

  private static final String INTERRUPT = "\003";

  private final BoardSource source;
  private final Duration interval;
  private final String type;
  private final Ink ink;
  private final Clock clock;
  private final Notice notice;
  private final BoardList list = new BoardList();
  private final Events events = new Events();

  /** A permit wakes the reading thread before the interval ends. */
  private final Semaphore wanted = new Semaphore(0);

  private FullScreen screen;
  private KeyReader keys;
  private volatile boolean isStale = true;
  private volatile Optional<BoardSession> watched = Optional.empty();
  private List<String> terminal = List.of();
  private List<String> panel = List.of();
  private String said = "";
  private Optional<Entry> typing = Optional.empty();

  /** The sessions that waited for an answer at the last reading. */
  private Set<String> waiting = Set.of();

  /** The last line that could not be sent, for another attempt. */
  private String draft = "";

  private Optional<String> ending = Optional.empty();
  private int top;
  private boolean isOver;

  /** Tells the user that a session begins to wait for an answer. */
  @FunctionalInterface
  public interface Notice {

    /**
     * Tells it.
     *
     * @param session its name
     * @return whether to ring the bell of this terminal
     */
    boolean waits(String session);
  }

  /**
   * @param interval between two readings
   * @param type of the terminal, as in TERM
   */
  public BoardScreen(
      BoardSource source,
      Duration interval,
      String type,
      boolean isColoured,
      Clock clock,
      Notice notice) {
    this.notice = notice;
    this.source = source;
    this.interval = interval;
    this.type = type;
    this.ink = new Ink(isColoured);
    this.clock = clock;
  }

  /** An input line with its label and the action for the finished text. */
  private record Entry(String label, TypedLine line, Consumer<String> done) {}

  /** Displays the board until the user quits. */
  public void run() throws IOException {
    List<BoardSession> sessions = source.look(Optional.empty()).sessions();
    list.set(sessions);
    waiting = waiting(sessions);
    try (FullScreen opened = FullScreen.open(type, () -> events.add(this::resized))) {
      screen = opened;
      keys = new KeyReader(screen, events, this::pressed);
      keys.begin();
      watch();
      Thread looker = new Thread(this::look, "looks");
      looker.setDaemon(true);
      looker.start();
      events.until(() -> isOver, this::draw);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The body of the reading thread: all sessions at each interval, and the terminal on demand. */
  private void look() {
    long next = System.nanoTime();
    try {
      while (true) {
        if (isStale || next - System.nanoTime() <= 0) {
          isStale = false;
          next = System.nanoTime() + interval.toNanos();
          lookAtSessions();
        } else {
          List<String> lines = watched.map(this::lines).orElse(List.of());
          events.add(() -> terminal = lines);
        }
        if (wanted.tryAcquire(Math.max(0, next - System.nanoTime()), TimeUnit.NANOSECONDS)) {
          wanted.drainPermits();
          events.add(events::await);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void lookAtSessions() {
    try {
      Optional<BoardSession> selected = watched;
      BoardSource.Look look = source.look(selected);
      events.add(() -> seen(look, selected));
    } catch (Failure e) {
      events.add(() -> said = e.what() + "; " + e.hint());
    }
  }

  private List<String> lines(BoardSession session) {
    try {
      return source.terminal(session);
    } catch (Failure e) {
      return List.of("", "  " + e.what());
    }
  }

  private void seen(BoardSource.Look look, Optional<BoardSession> selected) {
    if (isSame(selected, list.selected())) {
      terminal = look.terminal();
    }
    list.set(look.sessions());
    watch();
    tell(waiting(look.sessions()));
  }

  private static Set<String> waiting(List<BoardSession> sessions) {
    return sessions.stream()
        .filter(each -> each.urgency() == BoardSession.Urgency.WAITS)
        .map(BoardSession::name)
        .collect(Collectors.toSet());
  }

  /** Tells the user about sessions that did not wait before. */
  private void tell(Set<String> now) {
    Set<String> before = waiting;
    waiting = now;
    try {
      for (String each : now) {
        if (!before.contains(each) && notice.waits(each)) {
          screen.bell();
        }
      }
    } catch (Failure e) {
      said = e.what() + "; " + e.hint();
    }
  }

  private static boolean isSame(Optional<BoardSession> one, Optional<BoardSession> other) {
    return one.map(BoardSession::name).equals(other.map(BoardSession::name));
  }

  /** Selects the session whose terminal is displayed. */
  private void watch() {
    Optional<BoardSession> selected = list.selected();
    boolean isOther = !isSame(selected, watched);
    watched = selected;
    if (isOther) {
      terminal = List.of();
      wanted.release();
    }
  }

  private void resized() {
    events.await();
    screen.enter();
  }

  private void draw() {
    ScreenLayout layout = screen.layout();
    BoardPage page = new BoardPage(layout, ink);
    int height = page.listHeight(list.shown().size());
    top = Math.clamp(top, Math.max(0, list.cursor() - height + 1), list.cursor());
    String line = typing.map(entry -> entry.label() + entry.line().text() + "_").orElse(said);
    screen.draw(
        layout, page.draw(new BoardPage.State(list, top, clock.instant(), terminal, panel, line)));
  }

  private void pressed(Optional<Pressed> pressed) {
    events.await();
    said = "";
    if (pressed.isEmpty()) {
      isOver = true;
    } else if (typing.isPresent()) {
      type(typing.get(), pressed.get());
    } else if (!panel.isEmpty()) {
      panel = List.of();
    } else if (ending.isPresent()) {
      answer(ending.get(), pressed.get().letter());
    } else if (pressed.get().key() == Key.LETTER) {
      letter(pressed.get().letter());
    } else {
      key(pressed.get().key());
    }
    // keys after the end belong to the shell
    if (!isOver) {
      keys.next();
    }
  }

  private void key(Key key) {
    switch (key) {
      case UP -> select(list.cursor() - 1);
      case DOWN -> select(list.cursor() + 1);
      case PAGE_UP -> select(list.cursor() - 10);
      case PAGE_DOWN -> select(list.cursor() + 10);
      case HOME -> select(0);
      case END -> select(list.shown().size() - 1);
      case ENTER -> onSelected(this::attach);
      case TAB, BACKSPACE, ESCAPE, LETTER -> {}
    }
  }

  private void letter(String letter) {
    switch (letter) {
      case "j" -> select(list.cursor() + 1);
      case "k" -> select(list.cursor() - 1);
      case "g" -> select(0);
      case "G" -> select(list.shown().size() - 1);
      case "a" -> onSelected(this::attach);
      case "s" -> onSelected(this::send);
      case "p" -> onSelected(this::pause);
      case "x" -> onSelected(this::askToEnd);
      case "R" -> onSelected(this::restart);
      case "r" -> onSelected(this::review);
      case "/" ->
          typing = Optional.of(new Entry("filter: ", new TypedLine(list.filter()), list::filter));
      case "o" -> {
        said = "sorted by " + list.reorder().word();
        watch();
      }
      case "?" -> panel = BoardHelp.LINES;
      case "q", INTERRUPT -> isOver = true;
      case "\032" -> screen.stop();
      case "\f" -> screen.enter();
      default -> said = "? shows the keys";
    }
  }

  private void onSelected(Consumer<BoardSession> action) {
    Optional<BoardSession> selected = list.selected();
    if (selected.isPresent()) {
      action.accept(selected.get());
    } else {
      said = "no session is selected";
    }
  }

  private void select(int row) {
    list.select(row);
    watch();
  }

  private void type(Entry entry, Pressed pressed) {
    TypedLine.State state = entry.line().press(pressed);
    if (state != TypedLine.State.TYPING) {
      typing = Optional.empty();
    }
    if (state == TypedLine.State.DONE) {
      entry.done().accept(entry.line().text());
      watch();
    }
  }

  private void attach(BoardSession session) {
    if (isInReach(session)) {
      screen.without(() -> source.attach(session.name()));
      lookSoon();
    }
  }

  private void review(BoardSession session) {
    screen.without(() -> source.review(session.name()));
    lookSoon();
  }

  private void send(BoardSession session) {
    if (isInReach(session)) {
      typing =
          Optional.of(
              new Entry(
                  "send to " + session.name() + ": ",
                  new TypedLine(draft),
                  text -> {
                    Optional<String> failure = source.send(session.name(), text);
                    draft = failure.isPresent() ? text : "";
                    said = failure.orElse("sent to " + session.name());
                    lookSoon();
                  }));
    }
  }

  private void pause(BoardSession session) {
    if (session.isRunning()) {
      boolean isPaused = session.urgency() == BoardSession.Urgency.PAUSED;
      inBackground(() -> source.pause(session.name(), !isPaused));
    } else {
      said = session.name() + " does not run";
    }
  }

  private void restart(BoardSession session) {
    if (session.isRunning()) {
      said = session.name() + " runs";
    } else {
      said = "starting " + session.name() + " …";
      inBackground(() -> source.restart(session.name()));
    }
  }

  private void askToEnd(BoardSession session) {
    if (session.isRunning()) {
      ending = Optional.of(session.name());
      said = "end " + session.name() + "? y/n";
    } else {
      said = session.name() + " does not run";
    }
  }

  private void answer(String name, String letter) {
    ending = Optional.empty();
    if (letter.equals("y")) {
      said = "ending " + name + " …";
      inBackground(() -> source.kill(name));
    } else {
      said = name + " still runs";
    }
  }

  /** Runs an action in another thread; the board displays the message that it returns. */
  private void inBackground(Supplier<String> action) {
    Thread thread =
        new Thread(
            () -> {
              String told = action.get();
              events.add(() -> {
                said = told;
                lookSoon();
              });
            },
            "action");
    thread.setDaemon(true);
    thread.start();
  }

  private void lookSoon() {
    isStale = true;
    wanted.release();
  }

  private boolean isInReach(BoardSession session) {
    if (!session.isBackground()) {
      said =
          session.isRunning()
              ? session.name() + " runs in the foreground, or the tmux server ended"
              : session.name() + " does not run; " + session.nextStep();
    }
    return session.isBackground();
  }
}
