package dev.bawn.launcher.screen;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** What happens to a review, one after the other, in the one thread that draws. */
final class Events {

  /** What nobody waits for is drawn together. */
  private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(100);

  private final BlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();
  private long drawn = System.nanoTime();
  private boolean isAwaited;

  /** From any thread. */
  void add(Runnable event) {
    queue.add(event);
  }

  /** The user waits for the effect of this event. */
  void await() {
    isAwaited = true;
  }

  /** Lets happen what there is, until it is to be drawn. */
  void happen() throws InterruptedException {
    queue.take().run();
    for (long left = left(); left > 0 || !queue.isEmpty(); left = left()) {
      Runnable event = queue.poll(left, TimeUnit.NANOSECONDS);
      if (event != null) {
        event.run();
      }
    }
    isAwaited = false;
    drawn = System.nanoTime();
  }

  private long left() {
    return isAwaited ? 0 : drawn + PAUSE - System.nanoTime();
  }
}
