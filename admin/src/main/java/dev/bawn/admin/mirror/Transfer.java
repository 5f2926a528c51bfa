package dev.bawn.admin.mirror;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The result of a transfer.
 *
 * @param changed the number of files and links that were new or different
 * @param removed the number of entries that the mirror had beyond the list
 * @param missing the files and links that did not arrive
 * @param dropped the number of files that the agent removed from its overlay, and the project lacks
 *     now, too: they are no change of the agent any more
 */
record Transfer(long changed, long removed, Missing missing, long dropped) {

  private static final Pattern DONE =
      Pattern.compile("done ([0-9]{1,12}) ([0-9]{1,12}) ([0-9]{1,12})");

  private static final Pattern MISSING = Pattern.compile("(?m)^missing ([^ \n]+ .+)$");

  private static final Pattern DROPPED = Pattern.compile("(?m)^dropped ([0-9]{1,12})$");

  private static final Pattern EXPECTED = Pattern.compile("(?m)^expect ([0-9]{1,15})$");

  private static final long MOST = 100;

  /**
   * Returns the percentage of the expected bytes that have arrived.
   *
   * @param said the output of the receiver so far
   * @param come the bytes that have arrived
   */
  static int percent(String said, long come) {
    Matcher expected = EXPECTED.matcher(said);
    return expected.find()
        ? (int) Math.min(MOST, come * MOST / Math.max(1, Long.parseLong(expected.group(1))))
        : 0;
  }

  /**
   * Parses the output of a receiver that succeeded. If the counts are not valid, one file counts as
   * changed and one as missing.
   *
   * @param last the last line
   */
  static Transfer read(String said, String last) {
    Set<String> missing =
        MISSING.matcher(said).results().map(each -> each.group(1)).collect(Collectors.toSet());
    Matcher done = DONE.matcher(last);
    Matcher dropped = DROPPED.matcher(said);
    return done.matches()
        ? new Transfer(
            Long.parseLong(done.group(1)),
            Long.parseLong(done.group(2)),
            new Missing(Long.parseLong(done.group(3)), missing),
            dropped.find() ? Long.parseLong(dropped.group(1)) : 0)
        : new Transfer(1, 0, new Missing(1, Set.of()), 0);
  }
}
