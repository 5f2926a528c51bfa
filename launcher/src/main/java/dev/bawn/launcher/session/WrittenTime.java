package dev.bawn.launcher.session;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/** A time as {@link Instant#toString()} writes it. Java's own parser takes 20 µs for one. */
final class WrittenTime {

  private static final String FORM = "0000-00-00T00:00:00";
  private static final int LONGEST_FRACTION = 9;

  private WrittenTime() {}

  /**
   * Reads it.
   *
   * @throws DateTimeException if it is none
   */
  static Instant parse(String text) {
    int end = text.length() - 1;
    if (end < FORM.length() || text.charAt(end) != 'Z' || !hasForm(text)) {
      throw new DateTimeException("no time of UTC");
    }
    return LocalDateTime.of(
            number(text, 0, 4),
            number(text, 5, 7),
            number(text, 8, 10),
            number(text, 11, 13),
            number(text, 14, 16),
            number(text, 17, 19),
            nanos(text, end))
        .toInstant(ZoneOffset.UTC);
  }

  private static boolean hasForm(String text) {
    for (int i = 0; i < FORM.length(); i++) {
      char form = FORM.charAt(i);
      if (form != '0' && text.charAt(i) != form) {
        return false;
      }
    }
    return true;
  }

  private static int nanos(String text, int end) {
    int start = FORM.length() + 1;
    if (end == FORM.length()) {
      return 0;
    }
    if (text.charAt(FORM.length()) != '.' || end - start > LONGEST_FRACTION || end == start) {
      throw new DateTimeException("no fraction of a second");
    }
    int nanos = number(text, start, end);
    for (int digits = end - start; digits < LONGEST_FRACTION; digits++) {
      nanos *= 10;
    }
    return nanos;
  }

  private static int number(String text, int start, int end) {
    int number = 0;
    for (int i = start; i < end; i++) {
      char c = text.charAt(i);
      if (c < '0' || c > '9') {
        throw new DateTimeException("no number");
      }
      number = number * 10 + c - '0';
    }
    return number;
  }
}
