package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.FileStatus;
import dev.bawn.launcher.linux.OpenDirectory;
import dev.bawn.launcher.linux.OpenFile;
import dev.bawn.launcher.linux.RawName;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** What lies at a path below an open directory; no link is followed on the way. */
final class Places implements AutoCloseable {

  private final Optional<OpenDirectory> top;

  /**
   * @param top nothing where there is no such layer
   */
  Places(Optional<OpenDirectory> top) {
    this.top = top;
  }

  /** The directory itself. */
  Optional<OpenDirectory> top() {
    return top;
  }

  /** What is done in the directory in which something lies. */
  @FunctionalInterface
  private interface Looking<T> {
    T in(OpenDirectory parent) throws IOException;
  }

  /** What is there, if anything is. */
  Optional<FileStatus> look(RawPath path) throws IOException {
    if (path.equals(RawPath.TOP)) {
      return top.isEmpty() ? Optional.empty() : Optional.of(top.get().status());
    }
    try {
      return at(path, parent -> parent.look(path.name()));
    } catch (NoSuchFileException | NotDirectoryException | FileSystemLoopException e) {
      return Optional.empty();
    }
  }

  /**
   * Reads a regular file.
   *
   * @throws IOException if it is no file, lies behind a link, or cannot be read
   */
  <T> T reading(RawPath path, FileReading<T> reading) throws IOException {
    return at(
        path,
        parent -> {
          try (OpenFile file = OverlayMarks.file(parent, path.name())) {
            return reading.of(file);
          }
        });
  }

  /** The paths in a directory, sorted bytewise. */
  List<RawPath> names(RawPath directory) throws IOException {
    return at(
        directory,
        parent -> {
          try (OpenDirectory open = parent.directory(directory.name())) {
            return open.names().stream().map(directory::resolve).toList();
          }
        });
  }

  /** Where a link leads. */
  byte[] link(RawPath path) throws IOException {
    return at(path, parent -> parent.linkText(path.name())).getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Goes to where a path lies, name by name. */
  private <T> T at(RawPath path, Looking<T> looking) throws IOException {
    if (top.isEmpty()) {
      throw new NoSuchFileException(path.shown());
    }
    Deque<OpenDirectory> way = new ArrayDeque<>();
    try {
      OpenDirectory here = top.get();
      for (RawName name : path.parent().names()) {
        here = here.directory(name);
        way.push(here);
      }
      return looking.in(here);
    } finally {
      way.forEach(OpenDirectory::close);
    }
  }

  @Override
  public void close() {
    top.ifPresent(OpenDirectory::close);
  }
}
