package dev.bawn.launcher.config;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Replaces a file of the user: no other user can read it, and no reader sees an incomplete file.
 */
public final class ReplacedFile {

  private ReplacedFile() {}

  /**
   * Writes a file as a whole, so that after a crash, or two writes at once, it has one complete
   * content. Its temporary name comes from the clock: the first random number of a JVM takes ten
   * milliseconds, which the first start after a change would pay.
   *
   * @param file its missing directories are made, private to the owner
   * @param text the whole content
   * @throws IOException if it cannot be written; then the old content stays
   */
  public static void write(Path file, String text) throws IOException {
    Files.createDirectories(
        file.getParent(),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    Path next =
        file.resolveSibling("." + file.getFileName() + "." + Long.toHexString(System.nanoTime()));
    try {
      try (var channel =
          Files.newByteChannel(
              next,
              Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
        ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
      }
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      Files.deleteIfExists(next);
      // a failed write names no file
      throw e instanceof FileSystemException
          ? e
          : new FileSystemException(file.toString(), null, e.getMessage());
    }
  }
}
