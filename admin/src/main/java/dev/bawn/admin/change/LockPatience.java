package dev.bawn.admin.change;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Decides when a command stops waiting for a lock: when one process holds it for 30 seconds. On a
 * busy machine, many commands may each hold it for a moment, which takes longer.
 */
final class LockPatience {

  private static final Duration MOST = Duration.ofSeconds(30);

  private long since;
  private Optional<String> pid;

  /**
   * @param since the time at which the wait began, in nanoseconds
   * @param holder the process that holds the lock, if it was found
   */
  LockPatience(long since, Optional<Holder> holder) {
    this.since = since;
    this.pid = holder.map(Holder::pid);
  }

  /**
   * Tells whether the same process holds the lock after 30 seconds. If another one does, its 30
   * seconds begin.
   *
   * @param holder finds the process that holds the lock; called only after 30 seconds
   */
  boolean isOver(long now, Supplier<Optional<Holder>> holder) {
    if (now - since <= MOST.toNanos()) {
      return false;
    }
    Optional<String> before = pid;
    pid = holder.get().map(Holder::pid);
    since = now;
    return pid.equals(before);
  }
}
