package dev.bawn.admin.account;

import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.process.Sleep;
import java.io.IOException;
import java.time.Duration;

/** Ends processes until none is left, even if they start new ones quickly. */
final class Ending {

  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration PAUSE = Duration.ofMillis(50);

  private Ending() {}

  /** One attempt to kill. */
  interface Round {
    /**
     * Kills the processes that exist now.
     *
     * @param waited the time since the first attempt, in nanoseconds
     * @return whether processes may be left
     */
    boolean kill(long waited) throws IOException;
  }

  /**
   * Repeats the attempts until no process is left.
   *
   * @param what the name of the processes in messages
   * @param uid their user
   * @throws Failed if processes are left after ten seconds
   */
  static void untilNone(Round round, String what, Uid uid) throws IOException {
    long begun = System.nanoTime();
    while (round.kill(System.nanoTime() - begun)) {
      if (System.nanoTime() - begun > PATIENCE.toNanos()) {
        throw new Failed(what + " do not end", "see: ps -U " + uid + "; then run it again");
      }
      Sleep.of(PAUSE);
    }
  }
}
