package dev.bawn.contract.failure;

import java.nio.file.Path;

/** Text from outside, made harmless for a terminal. */
public final class Printable {

  private static final int LONGEST = 200;

  /** The marks that a character of a language may have; more of them draw over other lines. */
  private static final int MOST_MARKS = 4;

  private Printable() {}

  /**
   * The text with every control and format character (C0, DEL, C1, bidirectional marks), every end
   * of a line or paragraph and every mark after the fourth on one character as {@code ?}, cut after
   * 200 characters.
   */
  public static String of(String text) {
    return whole(text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text);
  }

  /**
   * The text with the same replacements, of any length: for commands, since a part of one would be
   * another command.
   */
  public static String whole(String text) {
    return isPlain(text) ? text : replaced(text);
  }

  /** A path as {@link #of(String)}. */
  public static String of(Path path) {
    return of(path.toString());
  }

  /** A path as {@link #whole(String)}. */
  public static String whole(Path path) {
    return whole(path.toString());
  }

  /** Tells whether the text has only printable characters of ASCII, as most names. */
  private static boolean isPlain(String text) {
    for (int at = 0; at < text.length(); at++) {
      if (text.charAt(at) < ' ' || text.charAt(at) >= 0x7f) {
        return false;
      }
    }
    return true;
  }

  private static String replaced(String text) {
    StringBuilder replaced = new StringBuilder(text.length());
    for (int at = 0; at < text.length(); at += Character.charCount(text.codePointAt(at))) {
      replaced.appendCodePoint(isHarmless(text, at) ? text.codePointAt(at) : '?');
    }
    return replaced.toString();
  }

  /**
   * Tells whether the code point at an index is harmless where it is: U+FE0F is so after an emoji,
   * and a combining mark after at most three others.
   */
  public static boolean isHarmless(String text, int at) {
    int c = text.codePointAt(at);
    int after = at + Character.charCount(c);
    return isHarmless(c) && !isAfterManyMarks(text, at)
        || at > 0
            && isEmoji(
                text.codePointBefore(at), c, after < text.length() ? text.codePointAt(after) : 0);
  }

  private static boolean isAfterManyMarks(String text, int at) {
    int before = at;
    for (int marks = 0; isMark(text.codePointAt(before)); marks++) {
      if (marks == MOST_MARKS) {
        return true;
      }
      if (before == 0) {
        return false;
      }
      before -= Character.charCount(text.codePointBefore(before));
    }
    return false;
  }

  /** Tells whether a code point is drawn over the character before it. */
  private static boolean isMark(int c) {
    int type = Character.getType(c);
    return type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK;
  }

  /**
   * Tells whether a code point is U+FE0F as part of an emoji, see Unicode Technical Standard 51:
   * after a character that can be one, or in a keycap, between a digit, # or * and U+20E3.
   */
  public static boolean isEmoji(int before, int c, int after) {
    return c == 0xfe0f && Character.isEmoji(before) && (before >= 0x80 || after == 0x20e3);
  }

  /**
   * Tells whether a code point is neither a control or format character nor the end of a line or
   * paragraph nor invisible.
   */
  public static boolean isHarmless(int c) {
    int type = Character.getType(c);
    return !isInvisible(c)
        && type != Character.CONTROL
        && type != Character.FORMAT
        && type != Character.LINE_SEPARATOR
        && type != Character.PARAGRAPH_SEPARATOR;
  }

  /**
   * Tells whether a code point is invisible, and no language needs it: see
   * Default_Ignorable_Code_Point in Unicode's DerivedCoreProperties.txt, without the joiners and
   * the marks of right-to-left scripts; also U+2800, the blank of Braille.
   */
  public static boolean isInvisible(int c) {
    return c == 0x34f // grapheme joiner
        || c == 0x115f // fillers of Hangul
        || c == 0x1160
        || c == 0x17b4 // vowels of Khmer
        || c == 0x17b5
        || c >= 0x180b && c <= 0x180f // variation and vowel separators
        || c == 0x200b // zero width space
        || c >= 0x202a && c <= 0x202e // embeddings and overrides
        || c >= 0x2060 && c <= 0x206f // invisible operators, isolates
        || c == 0x2800
        || c == 0x3164 // fillers of Hangul
        || c >= 0xfe00 && c <= 0xfe0f // variation selectors
        || c == 0xfeff // byte order mark
        || c == 0xffa0
        || c >= 0xfff0 && c <= 0xfffb // unassigned, annotations
        || c >= 0x1bca0 && c <= 0x1bca3 // controls of shorthand
        || c >= 0x1d173 && c <= 0x1d17a // beams and phrases of music
        || c >= 0xe0000 && c <= 0xe0fff; // tags, variation selectors
  }
}
