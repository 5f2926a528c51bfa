package dev.bawn.admin.change;

import dev.bawn.contract.failure.TimedOut;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A lock on a file, held by one command at a time. The kernel releases it when its holder dies.
 * Only root can open the file, so no other user can hold the lock.
 */
public final class HeldLock implements AutoCloseable {

  private static final Duration SILENCE = Duration.ofSeconds(1);
  private static final Duration PAUSE = Duration.ofMillis(20);
  private static final Path PROCESSES = Path.of("/proc");

  private final Path file;
  private final FileChannel channel;

  private HeldLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * Waits for the lock, up to 30 seconds for each process that holds it.
   *
   * @param file the lock file; created if it does not exist
   * @param holder the name of the holder in messages
   * @param messages receives a sentence if the lock is not free after a second
   * @throws TimedOut if one process holds the lock for 30 seconds
   */
  public static HeldLock take(Path file, String holder, Consumer<String> messages)
      throws IOException {
    while (true) {
      Optional<Object> place = place(file);
      HeldLock lock = new HeldLock(file, open(file));
      try {
        lock.await(holder, messages);
      } catch (IOException | RuntimeException e) {
        lock.close();
        throw e;
      }
      if (lock.isOf(place)) {
        return lock;
      }
      lock.close();
    }
  }

  /**
   * Takes the lock if it is free now.
   *
   * @param file the lock file; created if it does not exist
   */
  public static Optional<HeldLock> tryTake(Path file) throws IOException {
    while (true) {
      Optional<Object> place = place(file);
      HeldLock lock = new HeldLock(file, open(file));
      boolean isTaken = lock.tryLock();
      if (isTaken && lock.isOf(place)) {
        return Optional.of(lock);
      }
      lock.close();
      if (!isTaken) {
        return Optional.empty();
      }
    }
  }

  /**
   * Tells whether the locked file still exists under its name: its last holder may have removed it
   * while this process waited for the lock, and other processes lock the next file of this name.
   *
   * @param before the identity of the file before this process opened it
   */
  private boolean isOf(Optional<Object> before) throws IOException {
    return before.isPresent() && before.equals(place(file));
  }

  /**
   * Returns the identity of the file, which differs from that of a later file with the same name.
   */
  private static Optional<Object> place(Path file) throws IOException {
    try {
      return Optional.of(Files.readAttributes(file, BasicFileAttributes.class).fileKey());
    } catch (NoSuchFileException e) {
      // the caller creates it; the next attempt finds it
      return Optional.empty();
    }
  }

  /** Tells whether a process holds the lock now. Creates no file. */
  public static boolean isHeld(Path file) throws IOException {
    if (!Files.exists(file)) {
      return false;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      return channel.tryLock() == null;
    } catch (OverlappingFileLockException e) {
      return true; // held by this process
    }
  }

  private static FileChannel open(Path file) throws IOException {
    return FileChannel.open(
        file,
        Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
  }

  private boolean tryLock() throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false; // held by another thread of this process
    }
  }

  private void await(String holder, Consumer<String> messages) throws IOException {
    long start = System.nanoTime();
    while (!tryLock()) {
      if (System.nanoTime() - start > SILENCE.toNanos()) {
        await(start, holder, messages);
        return;
      }
      pause(holder);
    }
  }

  private void await(long start, String holder, Consumer<String> messages) throws IOException {
    Optional<Holder> process = Holder.of(file, PROCESSES);
    messages.accept("waiting for " + holder + " to finish" + named(process));
    LockPatience patience = new LockPatience(start, process);
    while (!tryLock()) {
      if (patience.isOver(System.nanoTime(), () -> Holder.of(file, PROCESSES))) {
        throw timedOut(holder);
      }
      pause(holder);
    }
  }

  private TimedOut timedOut(String holder) {
    Optional<Holder> process = Holder.of(file, PROCESSES);
    return new TimedOut(
        "timed out after 30 s while waiting for " + holder + named(process),
        process.isPresent() ? process.get().hint() : "try again when it has finished");
  }

  private static String named(Optional<Holder> process) {
    return process.isPresent() ? " (" + process.get().text() + ")" : "";
  }

  private static void pause(String holder) {
    try {
      Thread.sleep(PAUSE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TimedOut("interrupted while waiting for " + holder, "run the command again");
    }
  }

  /** Removes the file, because this lock is no longer needed, and releases the lock. */
  public void remove() throws IOException {
    Files.deleteIfExists(file);
    close();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
