package dev.bawn.contract.cli;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;

/** A time relative to now, or the date of a time long ago. */
public final class Ago {

  private static final int LONG_AGO_DAYS = 30;

  private Ago() {}

  /** The age as text, for example {@code 5 min ago}; dates are in UTC. */
  public static String of(Instant time, Instant now) {
    Duration since = Duration.between(time, now);
    if (since.toDays() >= LONG_AGO_DAYS) {
      return time.atOffset(ZoneOffset.UTC).toLocalDate().toString();
    }
    if (since.toDays() > 0) {
      return since.toDays() + " d ago";
    }
    if (since.toHours() > 0) {
      return since.toHours() + " h ago";
    }
    return since.toMinutes() > 0 ? since.toMinutes() + " min ago" : "just now";
  }
}
