package dev.bawn.launcher.screen;

import java.util.concurrent.BlockingDeque;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** The events of a screen, handled one after the other in the thread that draws. */
final class Events {

  /**
   * The interval in which events are drawn together, unless the user waits for one, in nanoseconds.
   */
  private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(100);

  private final BlockingDeque<Runnable> queue = new LinkedBlockingDeque<>();
  private long drawn = System.nanoTime();
  private boolean isAwaited;

  /** Adds an event; any thread may call it. */
  void add(Runnable event) {
    queue.add(event);
  }

  /** Adds an event of the user, before all pending ones; any thread may call it. */
  void first(Runnable event) {
    queue.addFirst(event);
  }

  /** Marks the present event as one that the user waits for: it is drawn at once. */
  void await() {
    isAwaited = true;
  }

  /** Handles events, and draws after them, until {@code isOver}. */
  void until(BooleanSupplier isOver, Runnable draw) throws InterruptedException {
    draw.run();
    while (!isOver.getAsBoolean()) {
      happen();
      if (!isOver.getAsBoolean()) {
        draw.run();
      }
    }
  }

  /** Handles the pending events, until it is time to draw. */
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
