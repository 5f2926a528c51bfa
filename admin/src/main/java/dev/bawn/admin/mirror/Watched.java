package dev.bawn.admin.mirror;

import dev.bawn.admin.program.SystemProgram;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.TimedOut;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Processes that belong together, and the bytes between them. When no byte has moved for ten
 * seconds, or one of them fails, all of them end: a user can make a read last for ever (a FIFO for
 * a .gitignore is enough).
 */
final class Watched implements AutoCloseable {

  private static final Duration IDLE = Duration.ofSeconds(10);
  private static final Duration PAUSE = Duration.ofMillis(200);
  private static final int CHUNK = 1 << 16;
  private static final int MOST_TALK = 1 << 16;

  private final List<Process> processes = new ArrayList<>();
  private final List<Thread> carriers = new ArrayList<>();
  private final AtomicLong lastByte = new AtomicLong(System.nanoTime());
  private final AtomicLong bytes = new AtomicLong();

  /** Starts a process that is ended with the others. */
  Process start(ProcessBuilder builder) throws IOException {
    Process process = builder.start();
    processes.add(process);
    return process;
  }

  /** Carries everything from one process to another, and then closes that end. */
  void carry(InputStream from, OutputStream to) {
    carriers.add(Thread.ofPlatform().daemon().start(() -> carryAll(from, to)));
  }

  private void carryAll(InputStream from, OutputStream to) {
    byte[] chunk = new byte[CHUNK];
    try (from;
        to) {
      for (int n = from.read(chunk); n >= 0; n = from.read(chunk)) {
        to.write(chunk, 0, n);
        to.flush();
        moved(n);
      }
    } catch (IOException e) {
      // the other end is gone; its exit status says why
      return;
    }
  }

  private void moved(int count) {
    bytes.addAndGet(count);
    lastByte.set(System.nanoTime());
  }

  /**
   * What a process prints, up to a bound; the rest is read and dropped. Filled until the process
   * ends.
   */
  ByteArrayOutputStream collect(InputStream from, int most) {
    ByteArrayOutputStream kept = new ByteArrayOutputStream();
    carry(
        from,
        new OutputStream() {
          @Override
          public void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
          }

          @Override
          public void write(byte[] chunk, int offset, int length) {
            kept.write(chunk, offset, Math.min(length, most - kept.size()));
          }
        });
    return kept;
  }

  /** What a process says on standard error, for people. */
  ByteArrayOutputStream collectTalk(Process process) {
    return collect(process.getErrorStream(), MOST_TALK);
  }

  /** Lines of talk. */
  static List<String> lines(ByteArrayOutputStream talk) {
    return talk.toString(StandardCharsets.UTF_8).lines().toList();
  }

  /**
   * Waits until a process has ended and everything it printed has arrived.
   *
   * @return its exit status
   * @throws TimedOut if no byte moves for ten seconds before that
   */
  int await(Process process) {
    try {
      while (!process.waitFor(PAUSE.toMillis(), TimeUnit.MILLISECONDS)) {
        if (System.nanoTime() - lastByte.get() > IDLE.toNanos()) {
          throw new TimedOut(
              "reading the project stood still for ten seconds",
              "look for a FIFO or a file system that does not answer in the project");
        }
      }
      for (Thread carrier : carriers) {
        carrier.join(IDLE.toMillis());
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Failed("interrupted", "run the command again");
    }
  }

  /** How many bytes have moved. */
  long bytes() {
    return bytes.get();
  }

  /** Ends whatever still runs: each process leads a session of its own, and all of it goes. */
  @Override
  public void close() throws IOException {
    for (Process process : processes) {
      if (process.isAlive()) {
        SystemProgram.named("kill").run("-KILL", "--", "-" + process.pid());
        process.destroyForcibly();
      }
    }
  }
}
