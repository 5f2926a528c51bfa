package dev.bawn.launcher.session;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/** A file of a session's directory, which somebody may have damaged by hand. */
final class KeptFile {

  private KeptFile() {}

  /**
   * All of a file. To open a pipe would wait for somebody to write into it.
   *
   * @param most in bytes
   * @throws java.nio.file.NoSuchFileException if it is not there
   * @throws IOException if it is no file, or larger
   */
  static byte[] read(Path path, int most) throws IOException {
    BasicFileAttributes is =
        Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    if (!is.isRegularFile() || is.size() > most) {
      throw new FileSystemException(path.toString(), null, "is no file of a session");
    }
    return Files.readAllBytes(path);
  }
}
