package dev.bawn.launcher.workspace;

import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.FileStatus;
import dev.bawn.launcher.linux.OpenDirectory;
import dev.bawn.launcher.linux.OpenFile;
import dev.bawn.launcher.linux.RawName;
import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Optional;

/**
 * Copies files of a project to a checkout. It follows no link: another session could replace a
 * directory of the project by one.
 */
final class FileCopies {

  private static final int DIRECTORY = 0_755;

  private final OpenDirectory from;
  private final OpenDirectory to;
  private long bytes;

  FileCopies(OpenDirectory from, OpenDirectory to) {
    this.from = from;
    this.to = to;
  }

  /** The number of bytes copied. */
  long bytes() {
    return bytes;
  }

  /**
   * Copies a file or a link, with its parent directories; nothing else.
   *
   * @param path with one character for each byte
   */
  void copy(String path) throws IOException {
    int slash = path.lastIndexOf('/');
    RawName name = new RawName(path.substring(slash + 1));
    String above = slash < 0 ? "" : path.substring(0, slash);
    try (OpenDirectory source = from.beneath(above)) {
      Optional<FileStatus> status = source.look(name);
      if (status.isEmpty() || !status.get().is(FileKind.FILE) && !status.get().is(FileKind.LINK)) {
        return;
      }
      bytes += status.get().size();
      make(above);
      try (OpenDirectory target = to.beneath(above)) {
        if (status.get().is(FileKind.LINK)) {
          target.link(name, source.linkText(name));
        } else {
          try (OpenFile file = source.file(name)) {
            target.create(name, file, file.status().permissionBits());
          }
        }
      }
    } catch (NoSuchFileException | NotDirectoryException | FileSystemLoopException e) {
      return; // it vanished or was exchanged
    }
  }

  private void make(String directory) throws IOException {
    int end = directory.indexOf('/');
    while (!directory.isEmpty()) {
      String each = end < 0 ? directory : directory.substring(0, end);
      int slash = each.lastIndexOf('/');
      try (OpenDirectory parent = to.beneath(slash < 0 ? "" : each.substring(0, slash))) {
        parent.make(new RawName(each.substring(slash + 1)), DIRECTORY);
      }
      if (end < 0) {
        return;
      }
      end = directory.indexOf('/', end + 1);
    }
  }
}
