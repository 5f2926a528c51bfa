package dev.bawn.launcher.screen;

import java.util.ArrayList;
import java.util.List;
import org.jline.utils.WCWidth;

/** Text in the cells of a terminal: a wide character takes two, a combining one none. */
final class Cells {

  private static final int TAB = 8;
  private static final char CUT = '…';

  private Cells() {}

  static int width(String text) {
    int width = 0;
    for (int at = 0; at < text.length(); at += Character.charCount(text.codePointAt(at))) {
      width += of(text.codePointAt(at));
    }
    return width;
  }

  /** Most terminals draw the modifier of an emoji as another emoji. JLine takes it for a mark. */
  private static int of(int letter) {
    if (letter < 0x7f) {
      return 1;
    }
    return Character.isEmojiModifier(letter) ? 2 : Math.max(0, WCWidth.wcwidth(letter));
  }

  /** The beginning of a text that fits, with a sign if the rest is missing. */
  static String cut(String text, int width) {
    if (width(text) <= width) {
      return text;
    }
    return width < 1 ? "" : text.substring(0, end(text, 0, width - 1)) + CUT;
  }

  /** The end of a text that fits, with a sign if the beginning is missing. */
  static String cutStart(String text, int width) {
    if (width(text) <= width) {
      return text;
    }
    int start = text.length();
    int room = width - 1;
    while (start > 0 && of(text.codePointBefore(start)) <= room) {
      int letter = text.codePointBefore(start);
      room -= of(letter);
      start -= Character.charCount(letter);
    }
    return CUT + text.substring(start);
  }

  /** The index after the last character that fits. */
  private static int end(String text, int start, int width) {
    int room = width;
    int at = start;
    while (at < text.length() && of(text.codePointAt(at)) <= room) {
      room -= of(text.codePointAt(at));
      at += Character.charCount(text.codePointAt(at));
    }
    return at;
  }

  static String pad(String text, int width) {
    int missing = width - width(text);
    return missing > 0 ? text + " ".repeat(missing) : text;
  }

  /** Breaks a line into as many as it needs: a reviewer must see all of it. */
  static List<String> wrap(String line, int width) {
    String text = line.indexOf('\t') < 0 ? line : spaced(line);
    if (text.length() < width && width(text) <= width) {
      return List.of(text);
    }
    List<String> lines = new ArrayList<>();
    int start = 0;
    do {
      // at least one character, even in a very narrow window
      int end =
          Math.max(
              end(text, start, width - (start > 0 ? 1 : 0)),
              text.offsetByCodePoints(start, Math.min(1, text.length() - start)));
      lines.add(start > 0 ? " " + text.substring(start, end) : text.substring(start, end));
      start = end;
    } while (start < text.length());
    return lines;
  }

  /**
   * Replaces tabs by blanks. The first character is the mark of a diff line, so tabs count from the
   * second.
   */
  private static String spaced(String line) {
    StringBuilder spaced = new StringBuilder();
    int column = -1;
    for (int at = 0; at < line.length(); at += Character.charCount(line.codePointAt(at))) {
      int letter = line.codePointAt(at);
      if (letter == '\t') {
        int spaces = TAB - Math.floorMod(column, TAB);
        spaced.append(" ".repeat(spaces));
        column += spaces;
      } else {
        spaced.appendCodePoint(letter);
        column += of(letter);
      }
    }
    return spaced.toString();
  }
}
