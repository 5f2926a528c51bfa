package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.FileKind;
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

/** The paths below an open directory; no link on the way is followed. */
final class Places implements AutoCloseable {

  private static final String GIT = ".git";

  private final Optional<OpenDirectory> top;

  /** The layer with the repository that the session began with, if it is not the one at the top. */
  private final Optional<OpenDirectory> repository;

  /** The open directories of the last look, the deepest first: most looks are near one another. */
  private final Deque<OpenDirectory> way = new ArrayDeque<>();

  private RawPath here = RawPath.TOP;

  /**
   * @param top empty if there is no such layer
   */
  Places(Optional<OpenDirectory> top) {
    this(top, Optional.empty());
  }

  /**
   * @param top empty if there is no such layer
   * @param repository the layer with the session's {@code .git}, which hides the {@code .git} of
   *     the other layer
   */
  Places(Optional<OpenDirectory> top, Optional<OpenDirectory> repository) {
    this.top = top;
    this.repository = repository;
  }

  /** The directory in which a path is looked up, name by name. */
  private OpenDirectory top(RawPath path) {
    boolean isOfGit = path.bytes().equals(GIT) || path.bytes().startsWith(GIT + "/");
    return isOfGit && repository.isPresent() ? repository.get() : top.orElseThrow();
  }

  /** The layer whose {@code .git} counts, if there is one. */
  Optional<OpenDirectory> repository() {
    return repository;
  }

  /** The directory itself. */
  Optional<OpenDirectory> top() {
    return top;
  }

  /** An operation in the directory that contains a path. */
  @FunctionalInterface
  private interface Looking<T> {
    T in(OpenDirectory parent) throws IOException;
  }

  /** The status of a path, if it exists. */
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

  /** The target of a link, as bytes. */
  byte[] link(RawPath path) throws IOException {
    return at(path, parent -> parent.linkText(path.name())).getBytes(StandardCharsets.ISO_8859_1);
  }

  /**
   * The targets of the link at a path. The path is looked up from the top in one call, which suits
   * scattered paths.
   *
   * @return empty if the path does not exist; an empty list for anything but a link
   */
  Optional<List<String>> links(RawPath path) throws IOException {
    if (top.isEmpty()) {
      return Optional.empty();
    }
    try (OpenDirectory parent = top(path).beneath(path.parent().bytes())) {
      Optional<FileStatus> status = parent.look(path.name());
      return status.isPresent() && status.get().is(FileKind.LINK)
          ? Optional.of(List.of(parent.linkText(path.name())))
          : status.map(_ -> List.of());
    } catch (NoSuchFileException | NotDirectoryException | FileSystemLoopException e) {
      return Optional.empty();
    }
  }

  /** Opens the directory that contains a path, name by name, unless it is open already. */
  private <T> T at(RawPath path, Looking<T> looking) throws IOException {
    if (top.isEmpty()) {
      throw new NoSuchFileException(path.shown());
    }
    RawPath parent = path.parent();
    if (!parent.equals(here)) {
      go(parent);
    }
    return looking.in(way.isEmpty() ? top(path) : way.peek());
  }

  private void go(RawPath directory) throws IOException {
    forget();
    OpenDirectory next = top(directory);
    try {
      for (RawName name : directory.names()) {
        next = next.directory(name);
        way.push(next);
      }
    } catch (IOException e) {
      forget();
      throw e;
    }
    here = directory;
  }

  /**
   * Closes the open directories, so that the next path is looked up from the top: others may have
   * moved directories.
   */
  void forget() {
    way.forEach(OpenDirectory::close);
    way.clear();
    here = RawPath.TOP;
  }

  @Override
  public void close() {
    forget();
    top.ifPresent(OpenDirectory::close);
    repository.ifPresent(OpenDirectory::close);
  }
}
