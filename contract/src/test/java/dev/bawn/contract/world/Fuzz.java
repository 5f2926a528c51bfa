package dev.bawn.contract.world;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Reads a hundred thousand changed files: each is accepted or refused, in bounded time and memory,
 * and nothing else happens. Another seed each time; {@code -Dbawn.seed=N} does one again.
 *
 * <p>Why not Jazzer: jazzer-junit 0.30.0 brings parts of an older JUnit along, with which JUnit 6
 * finds no tests, and a JVM of its own fuzzes one reader only.
 */
public final class Fuzz {

  private static final int CASES = 100_000;

  /**
   * Of a processor's time, whatever else the machine does meanwhile; a reader takes microseconds.
   */
  private static final long MOST_NANOSECONDS = 5_000_000_000L;

  /** Four thousand bytes for each of a largest file. */
  private static final long MOST_BYTES = 1L << 26;

  private static final int SHOWN = 2000;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final String what;
  private final List<byte[]> samples;

  private Fuzz(String what, List<byte[]> samples) {
    this.what = what;
    this.samples = samples;
  }

  /** Reads what may be no file of its format. */
  @FunctionalInterface
  public interface Reader {
    /** Returns where it is one, and throws the documented failure where it is none. */
    void read(byte[] bytes) throws Exception;
  }

  /**
   * Whose samples are changed.
   *
   * @param what the name of the format
   * @param samples well formed files
   */
  public static Fuzz of(String what, byte[]... samples) {
    return new Fuzz(what, List.of(samples));
  }

  /** The same, of texts. */
  public static Fuzz of(String what, String... samples) {
    return new Fuzz(
        what,
        Arrays.stream(samples).map(sample -> sample.getBytes(StandardCharsets.UTF_8)).toList());
  }

  /** A reader that never fails. */
  public void neverStops(Reader reader) throws Exception {
    isReadOrRefused(reader, NoFailure.class);
  }

  private static final class NoFailure extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /**
   * A reader that refuses what it cannot read, and reads the samples.
   *
   * @param refusal how
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

  /** For a test of its own. */
  private static String shown(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    StringBuilder shown = new StringBuilder();
    text.chars()
        .limit(SHOWN)
        .forEach(c -> shown.append(c >= ' ' && c < 0x7F ? (char) c : String.format("\\x%02x", c)));
    return shown.append(text.length() > SHOWN ? "…" : "").toString();
  }
}
