package dev.bawn.admin.mirror;

import java.time.Duration;

/**
 * How long a transfer may take: a while, longer for each byte that has moved, and never longer than
 * the most. Without it a byte now and then would keep root's process at work for ever.
 *
 * @param grace for a transfer of no bytes
 * @param slowest how many bytes a second earn one more second
 * @param most whatever has moved
 */
record TransferTimeout(Duration grace, long slowest, Duration most) {

  /** Slow disks and networks do ten times as much. */
  static final TransferTimeout OF_MIRRORS =
      new TransferTimeout(Duration.ofMinutes(2), 1 << 18, Duration.ofHours(3));

  /** What is watched for silence only. */
  static final TransferTimeout ANY = new TransferTimeout(Duration.ofDays(1), 1, Duration.ofDays(1));

  /**
   * @param moved bytes so far
   */
  boolean allows(Duration spent, long moved) {
    Duration allowed = grace.plusSeconds(moved / slowest);
    return spent.compareTo(allowed.compareTo(most) < 0 ? allowed : most) <= 0;
  }
}
