package dev.bawn.launcher.record;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * A file of a session's directory, which a user may have damaged by hand. A list reads thousands of
 * them, hence {@link File}: {@link java.nio.file.Files} takes three times as long for each in a new
 * JVM.
 */
public final class SessionFile {

  /** The most bytes of a line that are read. */
  private static final int LARGEST_LINE = 4096;

  private SessionFile() {}

  /**
   * Reads a whole file. It does not open a FIFO, which would wait for a writer.
   *
   * @param most in bytes
   * @throws NoSuchFileException if it does not exist
   * @throws IOException if it is no file, or larger
   */
  public static byte[] read(Path path, int most) throws IOException {
    File file = path.toFile();
    if (!file.isFile()) {
      throw file.exists() ? noFile(path) : new NoSuchFileException(path.toString());
    }
    try (FileInputStream in = new FileInputStream(file)) {
      byte[] bytes = in.readNBytes(Math.min((int) Math.min(file.length(), most) + 1, most + 1));
      if (bytes.length > most) {
        throw noFile(path);
      }
      return bytes;
    }
  }

  private static FileSystemException noFile(Path path) {
    return new FileSystemException(path.toString(), null, "is not a file of a session");
  }

  /** The text of a file with one line, without blanks at either end; empty if it cannot be read. */
  public static String line(Path path) {
    try {
      return new String(read(path, LARGEST_LINE), StandardCharsets.ISO_8859_1).strip();
    } catch (IOException e) {
      return "";
    }
  }

  /** The modification time, to the millisecond; empty if the file does not exist. */
  public static Optional<Instant> time(Path path) {
    long time = path.toFile().lastModified();
    return time == 0 ? Optional.empty() : Optional.of(Instant.ofEpochMilli(time));
  }
}
