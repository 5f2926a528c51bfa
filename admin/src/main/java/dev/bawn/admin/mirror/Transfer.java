package dev.bawn.admin.mirror;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How a mirror was brought in line with a listing.
 *
 * @param changed files and links that were new or different
 * @param removed what the mirror held beyond the listing
 */
record Transfer(long changed, long removed) {

  private static final Pattern DONE = Pattern.compile("done ([0-9]{1,12}) ([0-9]{1,12})");

  /** After so many files a receiver of a first mirror says {@link #MARK}. */
  private static final int MARKED = 250;

  private static final String MARK = "at";

  /** How many files have come, as far as the receiver has told. */
  static long filesSoFar(String said) {
    return MARKED * said.lines().filter(MARK::equals).count();
  }

  /** The last line of a receiver that has succeeded; one that cannot count has done something. */
  static Transfer read(String line) {
    Matcher done = DONE.matcher(line);
    return done.matches()
        ? new Transfer(Long.parseLong(done.group(1)), Long.parseLong(done.group(2)))
        : new Transfer(1, 0);
  }
}
