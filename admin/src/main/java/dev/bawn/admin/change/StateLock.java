package dev.bawn.admin.change;

import dev.bawn.contract.failure.TimedOut;
import dev.bawn.contract.layout.Layout;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Held by the one command that changes sealed state. The kernel lets go of it when its holder dies.
 * Its file is root's alone, so that nobody else can hold it.
 */
public final class StateLock implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration SILENCE = Duration.ofSeconds(1);
  private static final Duration PAUSE = Duration.ofMillis(20);

  private final FileChannel channel;

  private StateLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Waits for the lock, up to 30 seconds.
   *
   * @param talk hears, after a second, that somebody else has it
   * @throws TimedOut if it is not free by then
   */
  public static StateLock take(Layout layout, Consumer<String> talk) throws IOException {
    FileChannel channel =
        FileChannel.open(
            layout.lock(),
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try {
      await(channel, talk);
      return new StateLock(channel);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private static void await(FileChannel channel, Consumer<String> talk) throws IOException {
    long start = System.nanoTime();
    boolean told = false;
    while (true) {
      FileLock lock = channel.tryLock();
      if (lock != null) {
        return;
      }
      long waited = System.nanoTime() - start;
      if (waited > PATIENCE.toNanos()) {
        throw new TimedOut(
            "another bawn-admin has been at work for 30 seconds", "try again when it has finished");
      }
      if (!told && waited > SILENCE.toNanos()) {
        talk.accept("waiting for another bawn-admin to finish");
        told = true;
      }
      pause();
    }
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TimedOut("interrupted while waiting for another bawn-admin", "try again");
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
