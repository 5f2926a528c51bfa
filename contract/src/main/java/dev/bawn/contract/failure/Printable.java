package dev.bawn.contract.failure;

/** Text from outside, made harmless for a terminal. */
public final class Printable {

  private static final int LONGEST = 200;

  private Printable() {}

  /**
   * The text with every control and format character (C0, DEL, C1, bidirectional marks) as {@code
   * ?}, cut after 200 characters.
   */
  public static String of(String text) {
    return whole(text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text);
  }

  /** The same, of whatever length: for commands, of which half would be another one. */
  public static String whole(String text) {
    return text.codePoints()
        .map(c -> Character.isISOControl(c) || Character.getType(c) == Character.FORMAT ? '?' : c)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }
}
