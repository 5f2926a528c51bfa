package dev.bawn.contract.cli;

import java.util.List;
import java.util.Locale;

/** Numbers with nouns as text: {@code 1 file}, {@code 2 files}. */
public final class Count {

  private static final int STEP = 1024;
  private static final String[] UNITS = {" B", " KiB", " MiB", " GiB", " TiB"};
  private static final int THOUSAND = 1000;
  private static final String[] THOUSANDS = {"", " k", " M", " G", " T"};

  private Count() {}

  /**
   * A number with its noun.
   *
   * @param number the number
   * @param thing the singular; the plural adds an s
   */
  public static String of(long number, String thing) {
    return number + " " + thing + (number == 1 ? "" : "s");
  }

  /**
   * The first of some names, and the number of the others: {@code a, b and 3 more}.
   *
   * @param most the most names
   */
  public static String first(List<String> names, int most) {
    String first = String.join(", ", names.subList(0, Math.min(most, names.size())));
    return names.size() > most ? first + " and " + (names.size() - most) + " more" : first;
  }

  /** A number of bytes with a unit. */
  public static String bytes(long bytes) {
    return scaled(bytes, STEP, UNITS);
  }

  /** A large number, rounded: {@code 999}, {@code 12.3 k}, {@code 4.5 M}. */
  public static String rounded(long number) {
    return scaled(number, THOUSAND, THOUSANDS);
  }

  private static String scaled(long number, int step, String[] units) {
    double size = number;
    int unit = 0;
    while (size >= step && unit < units.length - 1) {
      size /= step;
      unit++;
    }
    return unit == 0 ? number + units[0] : String.format(Locale.ROOT, "%.1f%s", size, units[unit]);
  }
}
