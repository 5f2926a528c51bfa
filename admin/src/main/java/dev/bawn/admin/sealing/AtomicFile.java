package dev.bawn.admin.sealing;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Writes files so that a crash leaves the old content or the new one. For directories that only
 * root can write.
 */
public final class AtomicFile {

  private AtomicFile() {}

  /**
   * Replaces a file: writes a temporary file beside it, fsync, rename, fsync of the directory.
   *
   * @param permissions for example {@code rw-r--r--}
   */
  public static void replace(Path file, byte[] content, String permissions) throws IOException {
    Path next = file.resolveSibling("." + file.getFileName() + ".next");
    Files.deleteIfExists(next);
    create(next, content, permissions);
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    syncDirectory(file.getParent());
  }

  /**
   * Removes a file, and the temporary file that a crash of {@link #replace} may have left. Can be
   * repeated.
   */
  public static void remove(Path file) throws IOException {
    Files.deleteIfExists(file.resolveSibling("." + file.getFileName() + ".next"));
    Files.deleteIfExists(file);
    syncDirectory(file.getParent());
  }

  /** Creates a file and syncs it. */
  public static void create(Path file, byte[] content, String permissions) throws IOException {
    Set<PosixFilePermission> mode = PosixFilePermissions.fromString(permissions);
    try (FileChannel channel =
        FileChannel.open(
            file,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(mode))) {
      ByteBuffer buffer = ByteBuffer.wrap(content);
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
      // the umask may have removed bits
      Files.setPosixFilePermissions(file, mode);
      channel.force(true);
    }
  }

  /** Changes the target of a symbolic link in one step. */
  public static void link(Path link, Path target) throws IOException {
    Path next = link.resolveSibling("." + link.getFileName() + ".next");
    Files.deleteIfExists(next);
    Files.createSymbolicLink(next, target);
    Files.move(next, link, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    syncDirectory(link.getParent());
  }

  /** Syncs a directory, so that created, renamed and removed files in it survive a crash. */
  public static void syncDirectory(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
