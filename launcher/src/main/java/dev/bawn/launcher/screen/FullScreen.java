package dev.bawn.launcher.screen;

import dev.bawn.launcher.linux.BoxDrawing;
import dev.bawn.launcher.linux.SystemTerminal;
import java.io.IOError;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.jline.keymap.BindingReader;
import org.jline.keymap.KeyMap;
import org.jline.reader.EndOfFileException;
import org.jline.terminal.Attributes;
import org.jline.terminal.Size;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.Curses;
import org.jline.utils.Display;
import org.jline.utils.InfoCmp.Capability;
import org.jline.utils.Signals;

/**
 * The caller's terminal as one page. The terminal is restored at every end of the program, except
 * for SIGKILL.
 */
final class FullScreen implements AutoCloseable {

  /** The time for which a single escape character waits for a following one, in milliseconds. */
  private static final long ESCAPE_MILLIS = 50;

  private final SystemTerminal terminal;
  private final Display display;
  private final BindingReader reader;
  private final KeyMap<Key> keys;
  private final Thread restoring = new Thread(this::leave);
  private final String leaving;
  private Attributes before;
  private boolean isEntered;

  private FullScreen(SystemTerminal terminal) {
    this.terminal = terminal;
    this.display = new Display(terminal, true);
    this.reader = new BindingReader(terminal.reader());
    this.keys = keys(terminal);
    this.leaving =
        text(Capability.cursor_normal)
            + text(Capability.keypad_local)
            + text(Capability.exit_ca_mode);
  }

  private String text(Capability name) {
    String text = Curses.tputs(terminal.getStringCapability(name));
    return text == null ? "" : text;
  }

  /**
   * Takes over the terminal.
   *
   * @param type as in TERM
   * @param isResized called in another thread after a signal that requires to draw everything again
   */
  static FullScreen open(String type, Runnable isResized) throws IOException {
    FullScreen screen = new FullScreen(new SystemTerminal(type));
    Signals.register("WINCH", isResized);
    Signals.register("CONT", isResized);
    Runtime.getRuntime().addShutdownHook(screen.restoring);
    screen.enter();
    return screen;
  }

  /** The size of the terminal, without taking it over. */
  static ScreenLayout layout(String type) throws IOException {
    try (SystemTerminal terminal = new SystemTerminal(type)) {
      return layout(terminal);
    }
  }

  /**
   * The size of a terminal; the smallest one for a terminal without a size, such as a serial line.
   */
  private static ScreenLayout layout(SystemTerminal terminal) {
    Size size = terminal.getSize();
    return size.getColumns() == 0 || size.getRows() == 0
        ? new ScreenLayout(ScreenLayout.LEAST_COLUMNS, ScreenLayout.LEAST_ROWS)
        : new ScreenLayout(size.getColumns(), size.getRows());
  }

  /** A key, or a character. */
  enum Key {
    UP,
    DOWN,
    PAGE_UP,
    PAGE_DOWN,
    HOME,
    END,
    TAB,
    ENTER,
    BACKSPACE,
    ESCAPE,
    LETTER
  }

  /**
   * A key press.
   *
   * @param letter the character of {@link Key#LETTER}
   */
  record Pressed(Key key, String letter) {}

  private static KeyMap<Key> keys(SystemTerminal terminal) {
    KeyMap<Key> keys = new KeyMap<>();
    keys.setAmbiguousTimeout(ESCAPE_MILLIS);
    keys.setUnicode(Key.LETTER);
    keys.setNomatch(Key.LETTER);
    for (char letter = 0; letter < KeyMap.KEYMAP_LENGTH; letter++) {
      keys.bind(Key.LETTER, String.valueOf(letter));
    }
    bind(keys, terminal, Key.UP, Capability.key_up, "\033[A", "\033OA");
    bind(keys, terminal, Key.DOWN, Capability.key_down, "\033[B", "\033OB");
    bind(keys, terminal, Key.PAGE_UP, Capability.key_ppage, "\033[5~");
    bind(keys, terminal, Key.PAGE_DOWN, Capability.key_npage, "\033[6~");
    bind(keys, terminal, Key.HOME, Capability.key_home, "\033[H", "\033OH", "\033[1~");
    bind(keys, terminal, Key.END, Capability.key_end, "\033[F", "\033OF", "\033[4~");
    keys.bind(Key.TAB, "\t");
    keys.bind(Key.ENTER, "\r", "\n");
    keys.bind(Key.BACKSPACE, "\b", "\177");
    keys.bind(Key.ESCAPE, "\033");
    return keys;
  }

  private static void bind(
      KeyMap<Key> keys, SystemTerminal terminal, Key key, Capability name, String... usual) {
    String own = KeyMap.key(terminal, name);
    if (own != null) {
      keys.bind(key, own);
    }
    keys.bind(key, usual);
  }

  /** Waits for a key; empty if the terminal has hung up. */
  Optional<Pressed> read() {
    try {
      return Optional.ofNullable(reader.readBinding(keys))
          .map(key -> new Pressed(key, reader.getLastBinding()));
    } catch (EndOfFileException | IOError | IllegalStateException e) {
      return Optional.empty();
    }
  }

  synchronized ScreenLayout layout() {
    return layout(terminal);
  }

  /** Takes over the terminal, also after {@link #leave}. */
  synchronized void enter() {
    Attributes now = terminal.enterRawMode();
    if (!isEntered) {
      before = now;
      isEntered = true;
    }
    terminal.puts(Capability.enter_ca_mode);
    terminal.puts(Capability.keypad_xmit);
    terminal.puts(Capability.cursor_invisible);
    terminal.flush();
    display.reset();
    display.clear();
  }

  /** Restores the terminal, even if JLine has already closed it at the end of the program. */
  synchronized void leave() {
    if (isEntered) {
      isEntered = false;
      terminal.restore(before, leaving);
    }
  }

  /** Runs something in the restored terminal. */
  void without(Runnable something) {
    leave();
    try {
      something.run();
    } finally {
      enter();
    }
  }

  /** Stops the job, as Ctrl-Z does. */
  void stop() {
    without(SystemTerminal::stopJob);
  }

  /** Rings the bell. */
  synchronized void bell() {
    terminal.writer().write('\007');
    terminal.flush();
  }

  /** Draws the lines that have changed. */
  synchronized void draw(ScreenLayout layout, List<AttributedString> lines) {
    if (isEntered) {
      if (layout.columns() != display.getColumns() || layout.rows() != display.getRows()) {
        display.resize(Size.of(layout.columns(), layout.rows()));
        display.reset();
        display.clear();
      }
      display.update(lines.stream().map(FullScreen::withoutBoxes).toList(), 0);
    }
  }

  /** The line with private characters in place of the lines of boxes, which JLine replaces. */
  private static AttributedString withoutBoxes(AttributedString line) {
    if (line.chars().allMatch(letter -> BoxDrawing.hidden((char) letter) == letter)) {
      return line;
    }
    AttributedStringBuilder hidden = new AttributedStringBuilder(line.length());
    for (int i = 0; i < line.length(); i++) {
      hidden.style(line.styleAt(i)).append(BoxDrawing.hidden(line.charAt(i)));
    }
    return hidden.toAttributedString();
  }

  @Override
  public void close() throws IOException {
    terminal.stopReading();
    leave();
    try {
      Runtime.getRuntime().removeShutdownHook(restoring);
      terminal.close();
    } catch (IllegalStateException e) {
      awaitEnd();
    }
  }

  /** Waits for the end of the program by the signal, whose number becomes the exit status. */
  private static void awaitEnd() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
