package dev.bawn.launcher.linux;

import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Lines of boxes. JLine writes these characters as letters of another character set, which tmux
 * shows as letters, or as ASCII if the terminal has no such set. So they pass through it as
 * characters of a private range, and are restored behind it.
 */
public final class BoxDrawing {

  /** The characters that JLine replaces, see its {@code AttributedCharSequence}. */
  private static final String LINES = "─│┌┐└┘├┤┬┴┼";

  /** The first of as many characters that Unicode leaves to private use, and no known font has. */
  private static final char FIRST = '\uEFF0';

  private static final char UNKNOWN = '\uFFFD';

  // the UTF-8 form of FIRST
  private static final byte[] HIDDEN = {(byte) 0xee, (byte) 0xbf, (byte) 0xb0};

  private BoxDrawing() {}

  /** The private character in place of a line of a box; any other character itself. */
  public static char hidden(char letter) {
    int line = LINES.indexOf(letter);
    if (line >= 0) {
      return (char) (FIRST + line);
    }
    return letter >= FIRST && letter < FIRST + LINES.length() ? UNKNOWN : letter;
  }

  /** Restores the lines in UTF-8. Every character must be written as a whole. */
  static OutputStream restoring(OutputStream out) {
    return new FilterOutputStream(out) {
      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        out.write(restored(bytes, offset, length));
      }
    };
  }

  private static byte[] restored(byte[] bytes, int offset, int length) throws IOException {
    ByteArrayOutputStream restored = new ByteArrayOutputStream(length);
    int end = offset + length;
    for (int i = offset; i < end; i++) {
      int line = i + HIDDEN.length <= end ? line(bytes, i) : -1;
      if (line < 0) {
        restored.write(bytes[i]);
      } else {
        restored.write(LINES.substring(line, line + 1).getBytes(StandardCharsets.UTF_8));
        i += HIDDEN.length - 1;
      }
    }
    return restored.toByteArray();
  }

  private static int line(byte[] bytes, int at) {
    int line = bytes[at + 2] - HIDDEN[2];
    boolean isOne = bytes[at] == HIDDEN[0] && bytes[at + 1] == HIDDEN[1];
    return isOne && line >= 0 && line < LINES.length() ? line : -1;
  }
}
