package dev.bawn.launcher.screen;

import java.util.concurrent.BlockingDeque;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** What happens to a screen, one after the other, in the one thread that draws. */
final class Events {

  /** What nobody waits for is drawn together. */
  private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(100);

  private final BlockingDeque<Runnable> queue = new LinkedBlockingDeque<>();
  private long drawn = System.nanoTime();
  private boolean isAwaited;

  /** From any thread. */
  void add(Runnable event) {
    queue.add(event);
  }

  /** From any thread: before all that has not happened yet, because the user does it. */
  void first(Runnable event) {
    queue.addFirst(event);
  }

  /** The user waits for the effect of this event: it is drawn at once. */
  void await() {
    isAwaited = true;
  }

  /** Lets all happen, and draws after it, until it is over. */
  void until(BooleanSupplier isOver, Runnable draw) throws InterruptedException {
    draw.run();
    while (!isOver.getAsBoolean()) {
      happen();
      if (!isOver.getAsBoolean()) {
        draw.run();
      }
    }
  }

  /** Lets happen what there is, until it is to be drawn. */
  void happen() throws InterruptedException {
    queue.take().run();
    while (!isAwaited && (left() > 0 || !queue.isEmpty())) {
      Runnable event = queue.poll(left(), TimeUnit.NANOSECONDS);
      if (event != null) {
        event.run();
      }
    }
    isAwaited = false;
    drawn = System.nanoTime();
  }

  private long left() {
    return drawn + PAUSE - System.nanoTime();
  }
}
