package dev.bawn.contract.world;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Parses a hundred thousand changed files: each is accepted or refused, in bounded time and memory.
 * Each run uses another seed; {@code -Dbawn.seed=N} repeats one.
 *
 * <p>Jazzer is not used: jazzer-junit 0.30.0 contains parts of an older JUnit, with which JUnit 6
 * finds no tests, and one JVM fuzzes only one reader.
 */
public final class Fuzz {

  private static final int CASES = 100_000;

  /**
   * The limit of CPU time, which does not depend on the load of the machine; a reader takes
   * microseconds.
   */
  private static final long MOST_NANOSECONDS = 5_000_000_000L;

  /** Four thousand bytes for each byte of a largest file. */
  private static final long MOST_BYTES = 1L << 26;

  private static final int SHOWN = 2000;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final String what;
  private final List<byte[]> samples;

  private Fuzz(String what, List<byte[]> samples) {
    this.what = what;
    this.samples = samples;
  }

  /** Parses bytes that may not be a valid file. */
  @FunctionalInterface
  public interface Reader {
    /** Returns if the file is valid, and throws the documented failure otherwise. */
    void read(byte[] bytes) throws Exception;
  }

  /**
   * Creates a test with samples to change.
   *
   * @param what the name of the format
   * @param samples valid files
   */
  public static Fuzz of(String what, byte[]... samples) {
    return new Fuzz(what, List.of(samples));
  }

  /** As {@link #of(String, byte[]...)}, with texts. */
  public static Fuzz of(String what, String... samples) {
    return new Fuzz(
        what,
        Arrays.stream(samples).map(sample -> sample.getBytes(StandardCharsets.UTF_8)).toList());
  }

  /** Tests a reader that never fails. */
  public void neverStops(Reader reader) throws Exception {
    isReadOrRefused(reader, NoFailure.class);
  }

  private static final class NoFailure extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /**
   * Tests a reader that refuses files that are not valid, and accepts the samples.
   *
   * @param refusal the exception of a refusal
   */
  public void isReadOrRefused(Reader reader, Class<? extends Exception> refusal) throws Exception {
    for (byte[] sample : samples) {
      reader.read(sample);
    }
    long seed = Long.getLong("bawn.seed", RandomGenerator.getDefault().nextLong());
    Mutations mutations = new Mutations(seed, samples);
    int read = 0;
    for (int i = 0; i < CASES; i++) {
      read += read(mutations.next(), reader, refusal, "case " + i + " of seed " + seed) ? 1 : 0;
    }
    assertTrue(read > 0 && read < CASES || refusal == NoFailure.class, what + ": " + read);
  }

  private boolean read(
      byte[] bytes, Reader reader, Class<? extends Exception> refusal, String which) {
    long allocated = threads.getCurrentThreadAllocatedBytes();
    long start = threads.getCurrentThreadCpuTime();
    boolean read = true;
    try {
      reader.read(bytes);
    } catch (Exception | StackOverflowError | OutOfMemoryError | AssertionError e) {
      if (!refusal.isInstance(e)) {
        throw new AssertionError(what + ", " + which + ": " + shown(bytes), e);
      }
      read = false;
    }
    long took = threads.getCurrentThreadCpuTime() - start;
    long needed = threads.getCurrentThreadAllocatedBytes() - allocated;
    if (took > MOST_NANOSECONDS || needed > MOST_BYTES) {
      throw new AssertionError(
          what + ", " + which + ": " + took + " ns, " + needed + " bytes: " + shown(bytes));
    }
    return read;
  }

  /** Formats the bytes, so that they can be copied into another test. */
  private static String shown(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    StringBuilder shown = new StringBuilder();
    text.chars()
        .limit(SHOWN)
        .forEach(c -> shown.append(c >= ' ' && c < 0x7F ? (char) c : String.format("\\x%02x", c)));
    return shown.append(text.length() > SHOWN ? "…" : "").toString();
  }
}
