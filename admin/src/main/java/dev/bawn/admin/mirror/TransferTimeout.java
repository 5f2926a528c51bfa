package dev.bawn.admin.mirror;

import java.time.Duration;

/**
 * The limit of a transfer's duration: a fixed time, longer for each byte that has moved, and an
 * absolute maximum. Without it, a user could keep a process of root running for ever with a byte
 * now and then.
 *
 * @param grace the limit for a transfer without bytes
 * @param slowest the number of bytes that allow one more second
 * @param most the limit for any number of bytes
 */
record TransferTimeout(Duration grace, long slowest, Duration most) {

  /** The limit for mirrors; slow disks and networks are ten times as fast. */
  static final TransferTimeout OF_MIRRORS =
      new TransferTimeout(Duration.ofMinutes(2), 1 << 18, Duration.ofHours(3));

  /** The limit for an answer about a project, which moves nothing of use, however much it moves. */
  static final TransferTimeout OF_ANSWERS =
      new TransferTimeout(Duration.ofMinutes(1), Long.MAX_VALUE, Duration.ofMinutes(1));

  /** The limit for processes that are watched for silence only. */
  static final TransferTimeout ANY = new TransferTimeout(Duration.ofDays(1), 1, Duration.ofDays(1));

  /**
   * Tells whether a transfer may continue.
   *
   * @param moved the bytes so far
   */
  boolean allows(Duration spent, long moved) {
    Duration allowed = grace.plusSeconds(moved / slowest);
    return spent.compareTo(allowed.compareTo(most) < 0 ? allowed : most) <= 0;
  }
}
