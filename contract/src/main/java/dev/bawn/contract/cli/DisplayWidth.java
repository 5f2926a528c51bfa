package dev.bawn.contract.cli;

/**
 * The columns of a text on a terminal: two for a wide character of East Asia or an emoji, none for
 * a combining mark. Control characters are not supported.
 */
final class DisplayWidth {

  /** The first character that may be wide, or a mark. */
  private static final int FIRST_THAT_DIFFERS = 0x300;

  /** The ranges of wide and fullwidth characters in Unicode's Annex 11, without emoji. */
  private static final int[][] WIDE = {
    {0x1100, 0x115F}, {0x2E80, 0x303E}, {0x3041, 0x33FF}, {0x3400, 0x4DBF}, {0x4E00, 0xA4CF},
    {0xA960, 0xA97F}, {0xAC00, 0xD7A3}, {0xF900, 0xFAFF}, {0xFE10, 0xFE19}, {0xFE30, 0xFE6F},
    {0xFF01, 0xFF60}, {0xFFE0, 0xFFE6}, {0x16FE0, 0x18DFF}, {0x1AFF0, 0x1B2FF}, {0x1F200, 0x1F2FF},
    {0x20000, 0x3FFFD},
  };

  private DisplayWidth() {}

  /** The columns of a text. */
  static int of(String text) {
    int plain = 0;
    while (plain < text.length() && text.charAt(plain) < FIRST_THAT_DIFFERS) {
      plain++;
    }
    int width = plain;
    for (int at = plain; at < text.length(); at += Character.charCount(text.codePointAt(at))) {
      width += of(text.codePointAt(at));
    }
    return width;
  }

  private static int of(int letter) {
    if (letter < FIRST_THAT_DIFFERS) {
      return 1;
    }
    int type = Character.getType(letter);
    if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK) {
      return 0;
    }
    return isWide(letter) || Character.isEmojiPresentation(letter) ? 2 : 1;
  }

  private static boolean isWide(int letter) {
    for (int[] range : WIDE) {
      if (letter <= range[1]) {
        return letter >= range[0];
      }
    }
    return false;
  }

  /** The beginning of a text that fits these columns. */
  static String beginning(String text, int columns) {
    int end = 0;
    int room = columns;
    while (end < text.length() && of(text.codePointAt(end)) <= room) {
      room -= of(text.codePointAt(end));
      end += Character.charCount(text.codePointAt(end));
    }
    return text.substring(0, end);
  }

  /** The end of a text that fits these columns; it begins with no combining mark. */
  static String end(String text, int columns) {
    int start = text.length();
    int room = columns;
    int best = start;
    while (start > 0 && of(text.codePointBefore(start)) <= room) {
      int letter = text.codePointBefore(start);
      room -= of(letter);
      start -= Character.charCount(letter);
      best = of(letter) == 0 ? best : start;
    }
    return text.substring(best);
  }
}
