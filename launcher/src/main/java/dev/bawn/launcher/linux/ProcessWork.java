package dev.bawn.launcher.linux;

import java.time.Duration;
import java.util.stream.Stream;

/**
 * Tells a process that works from one that waits, for a pipe without a writer for example: by the
 * processor time that it and the processes below it take. Not for several threads.
 */
public final class ProcessWork {

  /** A process that waits takes less, between two questions some seconds apart. */
  private static final Duration LEAST = Duration.ofMillis(50);

  private final Process process;
  private Duration before = Duration.ZERO;

  public ProcessWork(Process process) {
    this.process = process;
  }

  /** Whether it has done nothing since this was asked the last time, or since its start. */
  public boolean hasPaused() {
    Duration now =
        Stream.concat(Stream.of(process.toHandle()), process.descendants())
            .map(each -> each.info().totalCpuDuration().orElse(Duration.ZERO))
            .reduce(Duration.ZERO, Duration::plus);
    boolean hasPaused = now.minus(before).compareTo(LEAST) < 0;
    before = now;
    return hasPaused;
  }
}
