package dev.bawn.launcher.screen;

import java.util.ArrayList;
import java.util.List;
import org.jline.utils.WCWidth;

/** Text in the cells of a terminal: a wide letter takes two, a mark upon a letter none. */
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

  private static int of(int letter) {
    return letter < 0x7f ? 1 : Math.max(0, WCWidth.wcwidth(letter));
  }

  /** As many letters as there is room for, and a sign where some are missing. */
  static String cut(String text, int width) {
    if (width(text) <= width) {
      return text;
    }
    return width < 1 ? "" : text.substring(0, end(text, 0, width - 1)) + CUT;
  }

  /** The same of its end. */
  static String cutStart(String text, int width) {
    int start = 0;
    while (width(text.substring(start)) > width - (start > 0 ? 1 : 0) && start < text.length()) {
      start += Character.charCount(text.codePointAt(start));
    }
    return start == 0 ? text : CUT + text.substring(start);
  }

  /** Where the letters end for which there is room. */
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

  /** All of a line, in as many as it takes: what is cut off nobody reviews. */
  static List<String> wrap(String line, int width) {
    String text = line.indexOf('\t') < 0 ? line : spaced(line);
    if (text.length() < width && width(text) <= width) {
      return List.of(text);
    }
    List<String> lines = new ArrayList<>();
    int start = 0;
    do {
      // a letter at least, however narrow the window is
      int end =
          Math.max(
              end(text, start, width - (start > 0 ? 1 : 0)),
              text.offsetByCodePoints(start, Math.min(1, text.length() - start)));
      lines.add(start > 0 ? " " + text.substring(start, end) : text.substring(start, end));
      start = end;
    } while (start < text.length());
    return lines;
  }

  /** The first letter says what became of the line; tabs count from behind it. */
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
