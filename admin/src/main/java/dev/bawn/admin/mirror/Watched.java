package dev.bawn.admin.mirror;

import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.ProgramPackage;
import dev.bawn.contract.failure.TimedOut;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;

/**
 * Processes that work together, and the bytes between them. If no byte moves for ten seconds, or
 * too few in a long time, all of them are ended: a user can make a read block for ever, for example
 * with a FIFO named .gitignore.
 *
 * <p>Only one thread may use an object of this class, and it must live as long as the processes:
 * the kernel kills them when the thread that started them ends.
 */
public final class Watched implements AutoCloseable {

  private static final Duration IDLE = Duration.ofSeconds(10);
  private static final Duration LOOK = Duration.ofMillis(200);
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final Duration FIRST_WORD = Duration.ofSeconds(1);
  private static final int CHUNK = 1 << 16;

  /** The interpreter that the first lines of the scripts name. */
  private static final Path PERL = Path.of("/usr/bin", "perl");

  private final Map<Process, Optional<OwnerChild>> processes = new LinkedHashMap<>();
  private final AtomicLong moved = new AtomicLong();
  private final long start = System.nanoTime();
  private final LongConsumer progress;
  private final Duration idle;
  private final TransferTimeout pace;
  private Duration spent = Duration.ZERO;
  private Duration nextWord = FIRST_WORD;

  /**
   * @param progress receives the number of bytes that have moved: after one second, two, four and
   *     so on
   */
  public Watched(LongConsumer progress) {
    this(progress, IDLE, TransferTimeout.OF_MIRRORS);
  }

  /**
   * @param idle the longest time without a byte
   */
  public Watched(LongConsumer progress, Duration idle) {
    this(progress, idle, TransferTimeout.ANY);
  }

  /** Processes that answer a question about a project in a minute. */
  public static Watched forAnswer() {
    return new Watched(_ -> {}, IDLE, TransferTimeout.OF_ANSWERS);
  }

  /**
   * @param pace the limit of the whole time; only time in which bawn-admin waits counts
   */
  Watched(LongConsumer progress, Duration idle, TransferTimeout pace) {
    this.progress = progress;
    this.idle = idle;
    this.pace = pace;
  }

  /** Starts a process with the uid of this program that is ended with the others. */
  Process start(ProcessBuilder builder) throws IOException {
    return start(builder, Optional.empty());
  }

  /**
   * Starts a process that is ended with the others. Most of them are perl scripts, or begin with
   * one, and the error of a missing interpreter names the script as missing.
   *
   * @param user the user of the process; it is ended with that user's rights, so this program needs
   *     no right to end it
   */
  public Process start(OwnerChild user, ProcessBuilder builder) throws IOException {
    if (!Files.isExecutable(PERL)) {
      throw new Failed("perl is not installed", ProgramPackage.hint("perl"));
    }
    return start(builder, Optional.of(user));
  }

  private Process start(ProcessBuilder builder, Optional<OwnerChild> user) throws IOException {
    Process process = builder.start();
    processes.put(process, user);
    return process;
  }

  /** Copies all output of one process to the input of another, and then closes both ends. */
  public void carry(InputStream from, OutputStream to) {
    carry(from, to, new AtomicLong());
  }

  /** As {@link #carry(InputStream, OutputStream)}, and counts the bytes. */
  void carry(InputStream from, OutputStream to, AtomicLong count) {
    Thread.ofPlatform().daemon().start(() -> carryAll(from, to, count));
  }

  /** Keeps the output of a process, up to a bound. */
  public BoundedOutput keep(InputStream from, int most) {
    BoundedOutput kept = new BoundedOutput(most);
    carry(from, kept);
    return kept;
  }

  /** Runs {@code first}, copies all bytes, closes neither end, and then runs {@code then}. */
  void carry(Runnable first, InputStream from, OutputStream to, Runnable then) {
    Thread.ofPlatform()
        .daemon()
        .start(() -> {
          first.run();
          copy(from, to, new AtomicLong());
          then.run();
        });
  }

  private void carryAll(InputStream from, OutputStream to, AtomicLong count) {
    try (from;
        to) {
      copy(from, to, count);
    } catch (IOException e) {
      // As in copy.
      return;
    }
  }

  private void copy(InputStream from, OutputStream to, AtomicLong count) {
    byte[] chunk = new byte[CHUNK];
    try {
      for (int n = from.read(chunk); n >= 0; n = from.read(chunk)) {
        to.write(chunk, 0, n);
        to.flush();
        moved.addAndGet(n);
        count.addAndGet(n);
      }
    } catch (IOException e) {
      // One end has closed. The exit status gives the reason to the thread that waits for it.
      return;
    }
  }

  /**
   * Waits until a process has ended.
   *
   * @return its exit status
   * @throws TimedOut if no byte moves for ten seconds before that, or too few do
   */
  public int await(Process process) {
    return await(process, () -> {});
  }

  /**
   * As {@link #await(Process)}.
   *
   * @param meanwhile runs a few times a second, after the first second
   */
  int await(Process process, Runnable meanwhile) {
    try {
      // Counted in steps, not by the clock: the time in which the machine was suspended does not
      // count.
      Duration quiet = Duration.ZERO;
      long before = moved.get();
      while (!process.waitFor(LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
        long now = moved.get();
        quiet = now == before ? quiet.plus(LOOK) : Duration.ZERO;
        before = now;
        if (quiet.compareTo(idle) > 0) {
          throw new TimedOut(
              "timed out after " + idle.toSeconds() + " s without data while reading the project",
              "look for a pipe among its .gitignore files, or a file system that does not answer");
        }
        spent = spent.plus(LOOK);
        if (!pace.allows(spent, now)) {
          throw new TimedOut(
              "reading the project is too slow: "
                  + (now >> 10)
                  + " KiB in "
                  + spent.toSeconds()
                  + " s",
              "look for a file system that answers slowly, or leave large files out with"
                  + " .gitignore");
        }
        tellProgress();
        if (System.nanoTime() - start > FIRST_WORD.toNanos()) {
          meanwhile.run();
        }
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      throw Failed.interrupted(e);
    }
  }

  private void tellProgress() {
    if (System.nanoTime() - start > nextWord.toNanos()) {
      nextWord = nextWord.multipliedBy(2);
      progress.accept(moved.get());
    }
  }

  /**
   * Ends all processes that still run: each leads its own session (setsid), and all processes of
   * that session are ended.
   */
  @Override
  public void close() throws IOException {
    Map<Optional<OwnerChild>, List<Process>> alive =
        processes.keySet().stream()
            .filter(Process::isAlive)
            .collect(Collectors.groupingBy(processes::get));
    for (Map.Entry<Optional<OwnerChild>, List<Process>> each : alive.entrySet()) {
      end(each.getKey(), each.getValue());
    }
  }

  private static void end(Optional<OwnerChild> user, List<Process> processes) throws IOException {
    List<String> kill = new ArrayList<>(List.of("/usr/bin/kill", "-KILL", "--"));
    processes.forEach(process -> kill.add("-" + process.pid()));
    ProcessBuilder builder = user.isPresent() ? user.get().running(kill) : new ProcessBuilder(kill);
    Process killer =
        builder
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    awaitEnd(killer);
  }

  /** Waits even if this thread is interrupted: the processes that it started must end first. */
  private static void awaitEnd(Process killer) {
    boolean isInterrupted = Thread.interrupted();
    try {
      killer.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      isInterrupted = true;
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
