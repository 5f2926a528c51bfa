package dev.bawn.launcher.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The beginning of a file, read in another thread: a path that was a file when it was checked can
 * be a pipe when it is opened, and Java cannot open one without waiting for its other end.
 */
final class Reading extends Thread {

  private final Path file;
  private final int most;
  private byte[] content = new byte[0];
  private IOException failure;

  private Reading(Path file, int most) {
    this.file = file;
    this.most = most;
    // a waiting thread does not prevent the program from ending
    setDaemon(true);
  }

  /**
   * Reads a file; a link is not followed.
   *
   * @param most the number of bytes
   * @param patience in milliseconds
   * @return empty if it has not reached the end by then
   */
  static Optional<byte[]> of(Path file, int most, long patience) throws IOException {
    Reading reading = new Reading(file, most);
    reading.start();
    try {
      reading.join(patience);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
    if (reading.isAlive()) {
      return Optional.empty();
    }
    if (reading.failure != null) {
      throw reading.failure;
    }
    return Optional.of(reading.content);
  }

  @Override
  public void run() {
    try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
      content = in.readNBytes(most);
    } catch (IOException e) {
      failure = e;
    }
  }
}
