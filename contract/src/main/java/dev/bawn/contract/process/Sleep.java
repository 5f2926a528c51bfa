package dev.bawn.contract.process;

import dev.bawn.contract.failure.Failed;
import java.time.Duration;

/** A pause between two checks of a process. */
public final class Sleep {

  private Sleep() {}

  /**
   * Waits.
   *
   * @throws Failed if the thread is interrupted
   */
  public static void of(Duration pause) {
    try {
      Thread.sleep(pause);
    } catch (InterruptedException e) {
      throw Failed.interrupted(e);
    }
  }
}
