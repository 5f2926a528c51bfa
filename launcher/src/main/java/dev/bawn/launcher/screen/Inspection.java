package dev.bawn.launcher.screen;

import dev.bawn.contract.failure.Printable;
import dev.bawn.launcher.merge.Approval;
import dev.bawn.launcher.merge.Outcome;
import dev.bawn.launcher.merge.ReviewedVersion;
import dev.bawn.launcher.review.RawPath;
import dev.bawn.launcher.review.Reviewed;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.util.List;
import java.util.Map;
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
    void read(Reviewed of, ReviewedVersion seen, View view);

    /** One cannot be read. */
    void unreadable(Reviewed of, String why);

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

  /** Reads one for which the user waits. */
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

  /**
   * Lists all again, and does something in the thread of the screen when that is known there; also
   * where it cannot be listed.
   */
  void listFor(Runnable then) {
    tasks.addFirst(() -> {
      try {
        list();
      } finally {
        screen.accept(then);
      }
    });
  }

  /**
   * Tries what a merge of these would do.
   *
   * @param then takes it in the thread of the screen; nothing where it cannot be told
   */
  void tryNow(Map<RawPath, Approval> approvals, Consumer<Optional<Outcome>> then) {
    tasks.addFirst(() -> {
      Optional<Outcome> outcome = Optional.empty();
      try {
        outcome = Optional.of(source.trial(approvals));
      } finally {
        Optional<Outcome> known = outcome;
        screen.accept(() -> then.accept(known));
      }
    });
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
          boolean mayHaveChanged = runs || wasRunning;
          run(() -> {
            if (mayHaveChanged || source.isOutdated()) {
              list();
            }
          });
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
    try {
      Source.Inspected read = source.inspect(wanted);
      View view = new View(wanted.change(), read.diff(), read.conflict());
      if (width > 0) {
        view.lines(width);
      }
      screen.accept(() -> told.read(wanted, read.seen(), view));
    } catch (IOException | RuntimeException e) {
      // the others are read all the same; what changes is listed and read again
      screen.accept(() -> told.unreadable(wanted, why(e)));
    }
  }

  private static String why(Exception e) {
    return switch (e) {
      case AccessDeniedException _ -> "permission denied";
      case FileSystemException file when file.getReason() != null -> file.getReason();
      case FileSystemException _ -> "it is being changed";
      default -> Printable.of(String.valueOf(e.getMessage()));
    };
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
