package dev.bawn.launcher.engine;

import dev.bawn.contract.process.ProcessEntry;
import java.nio.file.Path;
import java.util.Set;

/**
 * The resources of a session's processes. Times and transfers include those of children that have
 * ended and were waited for.
 *
 * @param processes the number of processes
 * @param threads of all processes
 * @param ticks of processor time, {@value #TICKS} in a second
 * @param memory bytes: a page that several processes share counts once (Pss)
 * @param read bytes from storage
 * @param written bytes to storage
 */
public record ResourceUse(
    int processes, long threads, long ticks, long memory, long read, long written) {

  /** Ticks in a second, the same in {@code /proc} on each architecture of Linux (USER_HZ). */
  public static final int TICKS = 100;

  static ResourceUse of(Set<Long> pids, Path proc) {
    ResourceUse sum = new ResourceUse(0, 0, 0, 0, 0, 0);
    for (long pid : pids) {
      ProcessEntry.Use use = new ProcessEntry(proc.resolve(Long.toString(pid))).use();
      sum =
          new ResourceUse(
              sum.processes + 1,
              sum.threads + use.threads(),
              sum.ticks + use.ticks(),
              sum.memory + use.memory(),
              sum.read + use.read(),
              sum.written + use.written());
    }
    return sum;
  }

  /** Seconds of processor time. */
  public double seconds() {
    return (double) ticks / TICKS;
  }
}
