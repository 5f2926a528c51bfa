package dev.bawn.admin.account;

import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.failure.Failed;
import java.io.IOException;
import java.time.Duration;

/** Ends processes until none is left, however fast they multiply. */
final class Ending {

  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration PAUSE = Duration.ofMillis(50);

  private Ending() {}

  /** One go at it. */
  interface Round {
    /**
     * Kills what there is by now.
     *
     * @param waited how long it has been tried, in nanoseconds
     * @return whether something may be left
     */
    boolean kill(long waited) throws IOException;
  }

  /**
   * Goes on killing.
   *
   * @param what is to end, for people
   * @param uid whose processes they are
   * @throws Failed if some are left after ten seconds
   */
  static void untilNone(Round round, String what, Uid uid) throws IOException {
    long begun = System.nanoTime();
    while (round.kill(System.nanoTime() - begun)) {
      if (System.nanoTime() - begun > PATIENCE.toNanos()) {
        throw new Failed(what + " do not end", "see: ps -U " + uid + "; then run it again");
      }
      Pause.of(PAUSE);
    }
  }
}
