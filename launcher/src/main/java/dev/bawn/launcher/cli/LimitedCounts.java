package dev.bawn.launcher.cli;

import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Failure;
import dev.bawn.launcher.record.SessionName;
import dev.bawn.launcher.record.SessionRecord;
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
   * Counts the changes of each session, and those of each record once: the sessions of an agent on
   * a project have the same changes.
   *
   * @param records by the names of sessions, see {@link CountedRecords}
   * @return by the names of sessions, the results of the counts that ended in time
   */
  static <T> Map<String, T> of(
      Map<String, SessionRecord> records, Function<SessionRecord, T> count) {
    Map<SessionName, SessionRecord> once = new HashMap<>();
    records.values().forEach(each -> once.put(each.name(), each));
    Map<SessionName, T> counts = of(once.keySet(), each -> count.apply(once.get(each)), MOST);
    Map<String, T> all = new HashMap<>();
    records.forEach((name, record) -> {
      if (counts.containsKey(record.name())) {
        all.put(name, counts.get(record.name()));
      }
    });
    return all;
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
