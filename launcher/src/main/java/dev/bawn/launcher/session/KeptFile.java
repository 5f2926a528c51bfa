package dev.bawn.launcher.session;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.Optional;

/**
 * A file of a session's directory, which somebody may have damaged by hand. A list reads thousands
 * of them, so each is asked for once.
 *
 * @param bytes what it holds
 * @param time when it was written
 */
record KeptFile(byte[] bytes, Instant time) {

  /** What is read as a line. */
  private static final int LARGEST_LINE = 4096;

  /**
   * All of a file. To open a pipe would wait for somebody to write into it.
   *
   * @param most in bytes
   * @throws NoSuchFileException if it is not there
   * @throws IOException if it is no file, or larger
   */
  static KeptFile read(Path path, int most) throws IOException {
    BasicFileAttributes is =
        Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    if (!is.isRegularFile() || is.size() > most) {
      throw new FileSystemException(path.toString(), null, "is no file of a session");
    }
    try (FileInputStream in = new FileInputStream(path.toFile())) {
      return new KeptFile(in.readNBytes((int) is.size()), is.lastModifiedTime().toInstant());
    }
  }

  /** A file of one line, empty if it is none; nothing where it is not there. */
  static Optional<KeptFile> line(Path path) {
    try {
      return Optional.of(read(path, LARGEST_LINE));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(new KeptFile(new byte[0], Instant.EPOCH));
    }
  }

  /** A character for each byte, without what is blank at either end. */
  String text() {
    return new String(bytes, StandardCharsets.ISO_8859_1).strip();
  }
}
