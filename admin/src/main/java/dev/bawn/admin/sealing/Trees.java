package dev.bawn.admin.sealing;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Directory trees that only root can write, such as policy directories. This program never walks
 * trees that other users wrote.
 */
public final class Trees {

  private Trees() {}

  /**
   * Creates a directory with these permissions, and sets them also if it exists: a kill may have
   * come between the two steps, and with root's umask only root can open a new one.
   *
   * @param permissions for example {@code rwxr-xr-x}
   */
  static void makeDirectory(Path directory, String permissions) throws IOException {
    if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
      Files.createDirectory(directory);
    }
    Set<PosixFilePermission> mode = PosixFilePermissions.fromString(permissions);
    if (!Files.getPosixFilePermissions(directory, LinkOption.NOFOLLOW_LINKS).equals(mode)) {
      Files.setPosixFilePermissions(directory, mode);
    }
  }

  /**
   * Returns the entries of a directory, by name; empty if it does not exist or is a link.
   *
   * @param pattern a glob, as for {@link Files#newDirectoryStream(Path, String)}
   */
  public static List<Path> entries(Path directory, String pattern) throws IOException {
    List<Path> entries = new ArrayList<>();
    if (Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
      try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory, pattern)) {
        stream.forEach(entries::add);
      }
    }
    entries.sort(null);
    return entries;
  }

  /** Removes a tree if it exists. Links are removed, not followed. */
  public static void remove(Path top) throws IOException {
    if (!Files.exists(top, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    Files.walkFileTree(
        top,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path directory, IOException problem)
              throws IOException {
            if (problem != null) {
              throw problem;
            }
            Files.delete(directory);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
