package dev.bawn.launcher.screen;

import dev.bawn.contract.failure.Failure;
import dev.bawn.launcher.merge.Conflict;
import dev.bawn.launcher.merge.Outcome;
import dev.bawn.launcher.merge.Seen;
import dev.bawn.launcher.patch.FileDiff;
import dev.bawn.launcher.review.Change;
import dev.bawn.launcher.review.Others;
import dev.bawn.launcher.review.Reviewed;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Reads changes in a thread of its own: the selected one first, then all others one by one. What it
 * found is handed to the thread of the screen.
 */
final class Inspection implements AutoCloseable {

  private static final long PAUSE_MILLIS = 2000;

  /** So much of the time a running session is listed again at the most. */
  private static final int SHARE = 20;

  /** What is told to the screen. */
  interface Told {
    /** One was read, with what a diff of it is. */
    void read(Reviewed of, Seen seen, View view);

    /** Something is being changed; it is listed again. */
    void disturbed();

    /** The session has this now. */
    void listed(List<Reviewed> changes);

    /** A merge would leave this. */
    void tried(Outcome outcome);
  }

  /** Something to do. */
  @FunctionalInterface
  private interface Task {
    void run() throws IOException;
  }

  private final Source source;
  private final Told told;
  private final Consumer<Runnable> screen;
  private final BlockingDeque<Task> tasks = new LinkedBlockingDeque<>();
  private final Thread thread = new Thread(this::work, "inspection");
  private volatile boolean isClosed;
  private volatile int width;
  private long listingNanos;
  private boolean wasRunning;

  /**
   * @param screen runs something in the thread of the screen
   */
  Inspection(Source source, Told told, Consumer<Runnable> screen) {
    this.source = source;
    this.told = told;
    this.screen = screen;
    thread.setDaemon(true);
  }

  void begin() {
    thread.start();
  }

  /** How wide a diff is shown. */
  void width(int columns) {
    width = columns;
  }

  /** Reads one that somebody waits for. */
  void readNow(Reviewed wanted) {
    tasks.addFirst(() -> read(wanted));
  }

  /** Reads one when there is nothing else to do. */
  void readLater(Reviewed wanted) {
    tasks.addLast(() -> read(wanted));
  }

  /** Lists all again. */
  void listNow() {
    tasks.addFirst(this::list);
  }

  /** Tries what a merge would do, once all was read. */
  void tryLater() {
    tasks.addLast(() -> {
      Outcome outcome = source.trial();
      screen.accept(() -> told.tried(outcome));
    });
  }

  private void work() {
    wasRunning = source.runs();
    try {
      while (!isClosed) {
        long pause = Math.max(PAUSE_MILLIS, TimeUnit.NANOSECONDS.toMillis(listingNanos) * SHARE);
        Task task = tasks.poll(pause, TimeUnit.MILLISECONDS);
        if (task != null) {
          run(task);
        } else {
          boolean runs = source.runs();
          if (runs || wasRunning) {
            run(this::list);
          }
          wasRunning = runs;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run(Task task) {
    try {
      task.run();
    } catch (IOException | RuntimeException e) {
      // the session exchanged something under our eyes
      screen.accept(told::disturbed);
    }
  }

  private void list() throws IOException {
    long start = System.nanoTime();
    List<Reviewed> changes = source.changes();
    listingNanos = System.nanoTime() - start;
    screen.accept(() -> told.listed(changes));
  }

  private void read(Reviewed wanted) {
    Change change = wanted.change();
    try {
      FileDiff diff = source.diff(wanted);
      Seen seen =
          diff.content().isPresent() ? Seen.of(change, diff.content().get()) : source.seen(change);
      Optional<Conflict> conflict =
          wanted.others() == Others.NOTHING ? Optional.empty() : source.conflict(change.path());
      View view = new View(change, diff, conflict);
      if (width > 0) {
        view.lines(width);
      }
      screen.accept(() -> told.read(wanted, seen, view));
    } catch (IOException | Failure e) {
      screen.accept(told::disturbed);
    }
  }

  /** Waits until it reads no more. */
  @Override
  public void close() {
    isClosed = true;
    tasks.clear();
    tasks.addFirst(() -> {});
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
