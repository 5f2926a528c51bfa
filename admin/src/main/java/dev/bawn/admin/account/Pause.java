package dev.bawn.admin.account;

import dev.bawn.contract.failure.Failed;
import java.time.Duration;

/** The pause between two checks of a process that is ending. */
final class Pause {

  private Pause() {}

  /**
   * Waits.
   *
   * @throws Failed if the thread is interrupted
   */
  static void of(Duration moment) {
    try {
      Thread.sleep(moment);
    } catch (InterruptedException e) {
      throw Failed.interrupted(e);
    }
  }
}
