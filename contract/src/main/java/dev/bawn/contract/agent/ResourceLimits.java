package dev.bawn.contract.agent;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Limits for a session as a whole, or for all sessions of an agent together; 0 is no limit.
 *
 * @param memory bytes, see memory.max in the kernel's cgroup-v2.rst
 * @param cpus processor time, in hundredths of a processor
 * @param pids processes and threads
 */
public record ResourceLimits(long memory, int cpus, int pids) {

  public static final ResourceLimits NONE = new ResourceLimits(0, 0, 0);

  /** The smallest limit with which bubblewrap and a shell can run. */
  private static final long LEAST_MEMORY = 16L << 20;

  private static final int LEAST_PIDS = 8;

  /** The largest pid_max of a kernel with 64 bits, see proc_sys_kernel(5). */
  private static final int MOST_PIDS = 1 << 22;

  private static final Pattern CPUS = Pattern.compile("[0-9]{1,4}(\\.[0-9]{1,2})?");
  private static final Pattern PIDS = Pattern.compile("[0-9]{1,7}");

  /** Tells whether nothing is limited. */
  public boolean isNone() {
    // the generated equals of a record costs 20 ms at its first use
    return memory == 0 && cpus == 0 && pids == 0;
  }

  /** The processor time in the form that {@link #cpus(String)} parses. */
  public String cpusText() {
    return BigDecimal.valueOf(cpus, 2).stripTrailingZeros().toPlainString();
  }

  /** The limits as text for messages; empty without limits. */
  @Override
  public String toString() {
    List<String> parts = new ArrayList<>();
    if (memory != 0) {
      parts.add("memory " + (memory >> 20) + " MiB");
    }
    if (cpus != 0) {
      parts.add("cpus " + cpusText());
    }
    if (pids != 0) {
      parts.add("pids " + pids);
    }
    return String.join(", ", parts);
  }

  /**
   * Parses bytes, such as {@code 4G}.
   *
   * @throws IllegalArgumentException with the reason, if it is not valid
   */
  public static long memory(String text) {
    Optional<Long> bytes = ByteCount.of(text);
    if (bytes.isEmpty()) {
      throw new IllegalArgumentException("expected a size such as 512M or 4G");
    }
    if (bytes.get() < LEAST_MEMORY) {
      throw new IllegalArgumentException("expected at least 16M");
    }
    return bytes.get();
  }

  /**
   * Parses hundredths of a processor, from a number such as {@code 2} or {@code 1.5}.
   *
   * @throws IllegalArgumentException with the reason, if it is not valid
   */
  public static int cpus(String text) {
    int hundredths =
        CPUS.matcher(text).matches() ? new BigDecimal(text).movePointRight(2).intValueExact() : 0;
    if (hundredths == 0) {
      throw new IllegalArgumentException(
          "expected a number of processors from 0.01, for example 2 or 0.5");
    }
    return hundredths;
  }

  /**
   * Parses a number of processes.
   *
   * @throws IllegalArgumentException with the reason, if it is not valid, or out of range
   */
  public static int pids(String text) {
    int number = PIDS.matcher(text).matches() ? Integer.parseInt(text) : 0;
    if (number < LEAST_PIDS || number > MOST_PIDS) {
      throw new IllegalArgumentException(
          "expected a number of processes, from " + LEAST_PIDS + " to " + MOST_PIDS);
    }
    return number;
  }
}
