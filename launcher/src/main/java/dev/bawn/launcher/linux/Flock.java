package dev.bawn.launcher.linux;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A lock of flock(1). Java's own locks are of another kind, and the two kinds do not conflict. The
 * kernel releases it when its holder dies.
 */
public final class Flock implements AutoCloseable {

  private final int[] descriptors;

  private Flock(int... descriptors) {
    this.descriptors = descriptors;
  }

  /**
   * Takes the lock on a file, if it is free.
   *
   * @param path an existing file or directory
   * @return empty if another process holds it
   * @throws IOException if the file cannot be opened
   */
  public static Optional<Flock> take(Path path) throws IOException {
    byte[] name = (path.toAbsolutePath() + "\0").getBytes(StandardCharsets.UTF_8);
    int flags = FileCalls.O_NOFOLLOW | FileCalls.O_NONBLOCK | FileCalls.O_CLOEXEC;
    int opened = FileCalls.openat(FileCalls.AT_FDCWD, name, flags);
    if (opened < 0) {
      throw FileCalls.failure(path.toString());
    }
    if (FileCalls.flock(opened, FileCalls.LOCK_EX | FileCalls.LOCK_NB) == 0) {
      return Optional.of(new Flock(opened));
    }
    FileCalls.close(opened);
    return Optional.empty();
  }

  /** Both locks in one. */
  public Flock and(Flock other) {
    return new Flock(
        IntStream.concat(IntStream.of(descriptors), IntStream.of(other.descriptors)).toArray());
  }

  @Override
  public void close() {
    for (int descriptor : descriptors) {
      FileCalls.close(descriptor);
    }
  }
}
