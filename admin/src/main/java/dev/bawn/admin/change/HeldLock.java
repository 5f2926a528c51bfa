package dev.bawn.admin.change;

import dev.bawn.contract.failure.TimedOut;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A lock on a file, held by one command at a time. The kernel lets go of it when its holder dies.
 * Its file is root's alone, so that nobody else can hold it.
 */
public final class HeldLock implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration SILENCE = Duration.ofSeconds(1);
  private static final Duration PAUSE = Duration.ofMillis(20);

  private final FileChannel channel;

  private HeldLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Waits for the lock, up to 30 seconds.
   *
   * @param file made if it is not there
   * @param holder who has it when it is not free, for people
   * @param talk hears, after a second, that it is not
   * @throws TimedOut if it is not free by then
   */
  public static HeldLock take(Path file, String holder, Consumer<String> talk) throws IOException {
    FileChannel channel = open(file);
    try {
      await(channel, holder, talk);
      return new HeldLock(channel);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /**
   * Takes the lock if it is free now.
   *
   * @param file made if it is not there
   */
  public static Optional<HeldLock> tryTake(Path file) throws IOException {
    FileChannel channel = open(file);
    try {
      if (channel.tryLock() != null) {
        return Optional.of(new HeldLock(channel));
      }
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
    channel.close();
    return Optional.empty();
  }

  /** Whether somebody holds the lock now. Makes no file. */
  public static boolean isHeld(Path file) throws IOException {
    if (!Files.exists(file)) {
      return false;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      return channel.tryLock() == null;
    } catch (OverlappingFileLockException e) {
      return true; // by this very process
    }
  }

  private static FileChannel open(Path file) throws IOException {
    return FileChannel.open(
        file,
        Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
  }

  private static void await(FileChannel channel, String holder, Consumer<String> talk)
      throws IOException {
    long start = System.nanoTime();
    boolean told = false;
    while (channel.tryLock() == null) {
      long waited = System.nanoTime() - start;
      if (waited > PATIENCE.toNanos()) {
        throw new TimedOut(
            holder + " has been at work for 30 seconds", "try again when it has finished");
      }
      if (!told && waited > SILENCE.toNanos()) {
        talk.accept("waiting for " + holder + " to finish");
        told = true;
      }
      pause(holder);
    }
  }

  private static void pause(String holder) {
    try {
      Thread.sleep(PAUSE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TimedOut("interrupted while waiting for " + holder, "try again");
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
