package dev.bawn.launcher.cli;

import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Failure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Counts the changes of several sessions at the same time, with one time limit for all of them. A
 * session can write hundreds of thousands of files, or a repository that git reads for minutes.
 */
final class LimitedCounts {

  /** The most time for all counts. */
  static final Duration MOST = Duration.ofSeconds(10);

  /** So many sessions with slow counts delay no other one. */
  private static final int THREADS = 16;

  private LimitedCounts() {}

  /**
   * Counts the changes of each session.
   *
   * @return the results of the counts that ended in time
   */
  static <K, T> Map<K, T> of(Collection<K> sessions, Function<K, T> count) {
    return of(sessions, count, MOST);
  }

  static <K, T> Map<K, T> of(Collection<K> sessions, Function<K, T> count, Duration most) {
    Map<K, T> counts = new HashMap<>();
    if (sessions.isEmpty()) {
      return counts;
    }
    List<Callable<T>> all = new ArrayList<>();
    sessions.forEach(session -> all.add(() -> count.apply(session)));
    // the end of the program does not wait for these threads
    ExecutorService threads =
        Executors.newFixedThreadPool(
            Math.min(THREADS, all.size()), Thread.ofPlatform().daemon().factory());
    try {
      List<Future<T>> results = threads.invokeAll(all, most.toMillis(), TimeUnit.MILLISECONDS);
      int at = 0;
      for (K session : sessions) {
        Future<T> result = results.get(at++);
        if (!result.isCancelled()) {
          counts.put(session, result.get());
        }
      }
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Failure failure ? failure : new IllegalStateException(e);
    } catch (InterruptedException e) {
      throw Failed.interrupted(e);
    } finally {
      threads.shutdownNow();
    }
    return counts;
  }
}
