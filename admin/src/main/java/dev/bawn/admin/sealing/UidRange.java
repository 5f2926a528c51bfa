package dev.bawn.admin.sealing;

import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.failure.WrongUsage;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A range of IDs that new agents get as uid and gid.
 *
 * @param first the lowest ID
 * @param last the highest ID
 */
public record UidRange(Uid first, Uid last) {

  /**
   * The default range. It is between the IDs that systemd uses (up to 65535) and those of subuid(5)
   * (from 100000): see "Users, Groups, UIDs and GIDs on systemd Systems".
   */
  public static final UidRange DEFAULT = new UidRange(new Uid(70_000), new Uid(99_999));

  /** Lower IDs belong to the system. */
  private static final int LOWEST = 1000;

  /** Higher IDs are for other purposes, according to the same text. */
  private static final int HIGHEST = 2_147_352_575;

  /**
   * The range in which systemd creates users on demand, and the user "nobody", according to the
   * same text.
   */
  private static final UidRange SYSTEMD = new UidRange(new Uid(60_001), new Uid(65_535));

  private static final Pattern FORM = Pattern.compile("([0-9]{1,10})-([0-9]{1,10})");

  /**
   * Parses a range.
   *
   * @param text for example {@code 70000-99999}
   * @throws WrongUsage if it is not a range that agents can have
   */
  public static UidRange of(String text) {
    Matcher numbers = FORM.matcher(text);
    if (!numbers.matches()) {
      throw unfit(text, "must be two numbers, such as " + DEFAULT);
    }
    long highest = Math.max(Long.parseLong(numbers.group(1)), Long.parseLong(numbers.group(2)));
    if (highest > HIGHEST) {
      throw unfit(text, "must not end above " + HIGHEST);
    }
    UidRange range =
        new UidRange(
            new Uid(Integer.parseInt(numbers.group(1))),
            new Uid(Integer.parseInt(numbers.group(2))));
    if (range.first.compareTo(range.last) > 0) {
      throw unfit(text, "must not end before it begins");
    }
    if (range.first.number() < LOWEST) {
      throw unfit(text, "must not begin below " + LOWEST + ", where system accounts are");
    }
    if (range.overlaps(SYSTEMD.first.number(), SYSTEMD.last.number())) {
      throw unfit(text, "must not overlap " + SYSTEMD + ", which systemd uses");
    }
    return range;
  }

  private static WrongUsage unfit(String text, String because) {
    return new WrongUsage(
        "the range of user IDs '" + text + "' " + because, "for example: --agent-uids " + DEFAULT);
  }

  /** Tells whether an ID is in this range. */
  public boolean contains(Uid uid) {
    return uid.compareTo(first) >= 0 && uid.compareTo(last) <= 0;
  }

  /**
   * Tells whether this range and the range from {@code from} to {@code to}, both inclusive, have an
   * ID in common.
   */
  public boolean overlaps(long from, long to) {
    return from <= last.number() && to >= first.number();
  }

  @Override
  public String toString() {
    return first + "-" + last;
  }
}
