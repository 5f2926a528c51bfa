package dev.bawn.launcher.linux;

import java.time.Duration;
import java.util.stream.Stream;

/**
 * Distinguishes a working process from one that waits, for example for a pipe without a writer, by
 * the processor time of the process and its descendants. Not for several threads.
 */
public final class ProcessWork {

  /**
   * The processor time below which a process counts as waiting, between two calls some seconds
   * apart.
   */
  private static final Duration LEAST = Duration.ofMillis(50);

  private final Process process;
  private Duration before = Duration.ZERO;

  public ProcessWork(Process process) {
    this.process = process;
  }

  /** Tells whether the process has done nothing since the previous call, or since its start. */
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
