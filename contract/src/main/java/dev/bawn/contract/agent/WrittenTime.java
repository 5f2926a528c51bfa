package dev.bawn.contract.agent;

import java.time.DateTimeException;
import java.time.Instant;

/**
 * A time in the format of {@link Instant#toString()}. Java's own parser takes 20 µs for one, and at
 * the first date in a JVM it loads forty classes of formatters, for which a launch would wait.
 */
public final class WrittenTime {

  private static final String FORM = "0000-00-00T00:00:00";
  private static final int LONGEST_FRACTION = 9;

  /** Days of a common year before each month; the last is the whole year. */
  private static final int[] BEFORE = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365};

  /** Days from the first of the year 1 to the epoch. */
  private static final int EPOCH = 719_162;

  private WrittenTime() {}

  /**
   * Parses a time.
   *
   * @throws DateTimeException if it is not valid
   */
  public static Instant parse(String text) {
    int end = text.length() - 1;
    if (end < FORM.length() || text.charAt(end) != 'Z' || !hasForm(text)) {
      throw new DateTimeException("no time of UTC");
    }
    long days = days(number(text, 0, 4), number(text, 5, 7), number(text, 8, 10));
    int hours = below(24, number(text, 11, 13));
    int minutes = below(60, number(text, 14, 16));
    int seconds = below(60, number(text, 17, 19));
    return Instant.ofEpochSecond(
        ((days * 24 + hours) * 60 + minutes) * 60 + seconds, nanos(text, end));
  }

  /** The days since the epoch. */
  private static long days(int year, int month, int day) {
    below(12, month - 1);
    boolean leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    int length = BEFORE[month] - BEFORE[month - 1] + (leap && month == 2 ? 1 : 0);
    below(length, day - 1);
    int full = year - 1;
    int leaps = Math.floorDiv(full, 4) - Math.floorDiv(full, 100) + Math.floorDiv(full, 400);
    int within = BEFORE[month - 1] + (leap && month > 2 ? 1 : 0) + day - 1;
    return 365L * full + leaps + within - EPOCH;
  }

  private static int below(int bound, int number) {
    if (number < 0 || number >= bound) {
      throw new DateTimeException("no such day or time");
    }
    return number;
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
