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
 * Reads changes in its own thread: the selected one first, then all others one by one. The thread
 * of the screen receives the results.
 */
final class Inspection implements AutoCloseable {

  private static final long PAUSE_MILLIS = 2000;

  /**
   * The pause between two listings of a running session, as a multiple of the duration of a
   * listing.
   */
  private static final int SHARE = 20;

  /** Receives the results, in the thread of the screen. */
  interface Told {
    /** A change was read. */
    void read(Reviewed of, ReviewedVersion seen, View view);

    /** A change cannot be read. */
    void unreadable(Reviewed of, String why);

    /** The session is changing a file; its changes are listed again. */
    void disturbed();

    /** The present changes of the session. */
    void listed(List<Reviewed> changes);

    /** The result of a trial merge. */
    void tried(Outcome outcome);
  }

  /** A task of the thread. */
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

  /** Sets the width of the diffs. */
  void width(int columns) {
    width = columns;
  }

  /** Reads a change for which the user waits. */
  void readNow(Reviewed wanted) {
    tasks.addFirst(() -> read(wanted));
  }

  /** Reads a change when there is nothing else to do. */
  void readLater(Reviewed wanted) {
    tasks.addLast(() -> read(wanted));
  }

  /** Lists all changes again. */
  void listNow() {
    tasks.addFirst(this::list);
  }

  /**
   * Lists all changes again, and then runs something in the thread of the screen, even if the
   * listing failed.
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
   * Tries a merge of these.
   *
   * @param then takes the result in the thread of the screen; empty if the trial failed
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

  /** Tries a merge once all changes are read. */
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
      // the session has just exchanged a file
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
      // the other changes are still read; a changed file is listed and read again
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

  /** Waits for the end of the thread. */
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
