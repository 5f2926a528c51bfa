package dev.bawn.admin.account;

import dev.bawn.contract.failure.Failed;
import java.time.Duration;

/** A moment between two looks at something that ends by itself. */
final class Pause {

  private Pause() {}

  /**
   * Waits for so long.
   *
   * @throws Failed if the thread is interrupted meanwhile
   */
  static void of(Duration moment) {
    try {
      Thread.sleep(moment);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Failed.interrupted();
    }
  }
}
