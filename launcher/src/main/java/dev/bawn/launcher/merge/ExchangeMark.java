package dev.bawn.launcher.merge;

import dev.bawn.launcher.linux.RawName;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a staged file while a rollback exchanges it with the project's. After a kill, the
 * inode tells whether the exchange took place.
 *
 * @param number of the step
 * @param inode of the file that the rollback puts into the project
 */
record ExchangeMark(int number, long inode) {

  private static final int HEXADECIMAL = 16;
  private static final Pattern NAME = Pattern.compile("([0-9]{1,9})\\.([0-9a-f]{1,16})");

  /** The mark with this name, if it is one. */
  static Optional<ExchangeMark> of(RawName name) {
    Matcher matcher = NAME.matcher(name.bytes());
    return matcher.matches()
        ? Optional.of(
            new ExchangeMark(
                Integer.parseInt(matcher.group(1)),
                Long.parseUnsignedLong(matcher.group(2), HEXADECIMAL)))
        : Optional.empty();
  }

  RawName name() {
    return new RawName(number + "." + Long.toHexString(inode));
  }

  boolean isOf(MergeStep step) {
    return step.number() == number;
  }
}
