package dev.bawn.admin.mirror;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * How a mirror was brought in line with a listing.
 *
 * @param changed files and links that were new or different
 * @param removed what the mirror held beyond the listing
 * @param missing files and links that did not come
 */
record Transfer(long changed, long removed, Missing missing) {

  private static final Pattern DONE =
      Pattern.compile("done ([0-9]{1,12}) ([0-9]{1,12}) ([0-9]{1,12})");

  private static final Pattern MISSING = Pattern.compile("(?m)^missing ([^ \n]+ .+)$");

  private static final Pattern EXPECTED = Pattern.compile("(?m)^expect ([0-9]{1,15})$");

  private static final long MOST = 100;

  /**
   * How much of what a receiver expects has come.
   *
   * @param said what it has said so far
   * @param come in bytes
   */
  static int percent(String said, long come) {
    Matcher expected = EXPECTED.matcher(said);
    return expected.find()
        ? (int) Math.min(MOST, come * MOST / Math.max(1, Long.parseLong(expected.group(1))))
        : 0;
  }

  /**
   * What a receiver has said that has succeeded; one that cannot count has done something, and not
   * all.
   *
   * @param last its last line
   */
  static Transfer read(String said, String last) {
    Set<String> missing =
        MISSING.matcher(said).results().map(each -> each.group(1)).collect(Collectors.toSet());
    Matcher done = DONE.matcher(last);
    return done.matches()
        ? new Transfer(
            Long.parseLong(done.group(1)),
            Long.parseLong(done.group(2)),
            new Missing(Long.parseLong(done.group(3)), missing))
        : new Transfer(1, 0, new Missing(1, Set.of()));
  }
}
