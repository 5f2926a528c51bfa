package dev.bawn.launcher.record;

import dev.bawn.contract.failure.Printable;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The output of a terminal as lines of plain text: without control sequences (ECMA-48, xterm's
 * ctlseqs), with each remaining control character except the tab replaced. If a line is written
 * again after a carriage return or a cursor movement, the last version remains, from the column
 * where it begins. Some programs move the cursor to the right instead of writing spaces, so spaces
 * fill the line up to the next character. A line of more than {@value #LONGEST} characters is
 * divided.
 */
public final class PlainText {

  private static final char ESCAPE = 0x1b;
  private static final char BELL = 0x07;
  private static final char SHIFT_OUT = 0x0e;
  private static final char SHIFT_IN = 0x0f;

  private final CharsetDecoder decoder =
      StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPLACE)
          .onUnmappableCharacter(CodingErrorAction.REPLACE);

  private final StringBuilder line = new StringBuilder();
  private byte[] begun = new byte[0];
  private State state = State.TEXT;

  /** The column of the cursor in the line, counted from 0; it can be behind the end of the line. */
  private int column;

  /** The number that a control sequence begins with, as far as it was read; 0 if it has none. */
  private int parameter;

  private static final int WIDEST = 1000;

  /**
   * The longest line, in UTF-16 units: a line that a session never ends must not fill the memory.
   */
  private static final int LONGEST = 1 << 16;

  /** The position in a control sequence. */
  private enum State {
    TEXT,
    /** After ESC. */
    ESCAPED,
    /** In a sequence of parameters, up to a letter. */
    CONTROL,
    /** In a string such as a title, up to BEL or ST. */
    STRING,
    /** In a string, after ESC. */
    STRING_ESCAPED
  }

  /** The lines of all these bytes. */
  public static List<String> lines(byte[] bytes) {
    PlainText text = new PlainText();
    List<String> lines = new ArrayList<>(text.add(bytes));
    text.rest().ifPresent(lines::add);
    return lines;
  }

  /**
   * Adds more of the text.
   *
   * @param bytes in UTF-8; a character may be continued in the next ones
   * @return the lines that are complete now
   */
  public List<String> add(byte[] bytes) {
    List<String> lines = new ArrayList<>();
    ByteBuffer in = ByteBuffer.allocate(begun.length + bytes.length).put(begun).put(bytes).flip();
    CharBuffer characters = CharBuffer.allocate(in.remaining());
    decoder.decode(in, characters, false);
    begun = new byte[in.remaining()];
    in.get(begun);
    characters.flip();
    while (characters.hasRemaining()) {
      add(characters.get(), lines);
    }
    return lines;
  }

  /** The last line, if it has no line end. */
  public Optional<String> rest() {
    return line.isEmpty() ? Optional.empty() : Optional.of(taken());
  }

  private void add(char c, List<String> lines) {
    if (c == '\n') {
      // an unterminated sequence must not hide the following text
      state = State.TEXT;
    }
    switch (state) {
      case TEXT -> text(c, lines);
      case ESCAPED -> {
        state = afterEscape(c);
        parameter = 0;
      }
      case CONTROL -> control(c);
      case STRING -> state = inString(c);
      case STRING_ESCAPED -> state = c == '\\' ? State.TEXT : afterEscape(c);
    }
  }

  private void text(char c, List<String> lines) {
    switch (c) {
      case ESCAPE -> state = State.ESCAPED;
      case '\u009b' -> {
        state = State.CONTROL;
        parameter = 0;
      }
      case '\u0090', '\u0098', '\u009d', '\u009e', '\u009f' -> state = State.STRING;
      case '\n' -> lines.add(taken());
      case '\r' -> column = 0;
      case '\b' -> column = Math.max(0, column - 1);
      case BELL, '\0', SHIFT_OUT, SHIFT_IN -> {}
      default -> {
        line.setLength(Math.min(column, line.length()));
        line.repeat(' ', column - line.length());
        if (line.length() >= LONGEST && !Character.isLowSurrogate(c)) {
          lines.add(taken());
        }
        line.append(c);
        column = line.length();
      }
    }
  }

  private void control(char c) {
    if (c >= '0' && c <= '9') {
      parameter = Math.min(WIDEST, parameter * 10 + c - '0');
    } else if (c == 'C' || c == 'G') {
      int moved = Math.max(1, parameter);
      // short sequences must not take unlimited memory
      column = Math.min(c == 'C' ? column + moved : moved - 1, Math.max(WIDEST, line.length()));
      state = State.TEXT;
    } else {
      state = c >= '@' && c <= '~' ? State.TEXT : endsEarly(c);
    }
  }

  private static State afterEscape(char c) {
    return switch (c) {
      case '[' -> State.CONTROL;
      case ']', 'P', 'X', '^', '_' -> State.STRING;
      case ESCAPE -> State.ESCAPED;
      default -> c >= ' ' && c <= '/' ? State.ESCAPED : State.TEXT;
    };
  }

  /**
   * The state after a character that ends a sequence early: CAN, SUB or ESC, see console_codes(4).
   */
  private static State endsEarly(char c) {
    return switch (c) {
      case ESCAPE -> State.ESCAPED;
      case '\u0018', '\u001a' -> State.TEXT;
      default -> State.CONTROL;
    };
  }

  private static State inString(char c) {
    return switch (c) {
      case BELL, '\u009c', '\u0018', '\u001a' -> State.TEXT;
      case ESCAPE -> State.STRING_ESCAPED;
      default -> State.STRING;
    };
  }

  private String taken() {
    String taken = Printable.whole(line.toString().replace("\t", "        ")).stripTrailing();
    line.setLength(0);
    column = 0;
    return taken;
  }
}
