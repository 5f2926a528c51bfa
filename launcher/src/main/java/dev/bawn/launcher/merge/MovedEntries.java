package dev.bawn.launcher.merge;

import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.FileStatus;
import dev.bawn.launcher.linux.OpenDirectory;
import dev.bawn.launcher.linux.RawName;
import dev.bawn.launcher.review.OverlayMarks;
import dev.bawn.launcher.review.RawPath;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Moves files out of the upper layer of a session into {@code discarded} beside it. Each discard
 * has its own directory, which contains each file under its path. The files stay there until the
 * session is destroyed.
 */
final class MovedEntries implements UpperEntries {

  private static final int PRIVATE = 0_700;

  private final OpenDirectory top;
  private final OpenDirectory all;
  private final Path aside;
  private final RawName number;
  private Optional<Path> movedAside = Optional.empty();

  private MovedEntries(OpenDirectory top, OpenDirectory all, Path aside) throws IOException {
    this.top = top;
    this.all = all;
    this.aside = aside;
    this.number = RawName.of(Integer.toString(all.names().size() + 1));
  }

  static MovedEntries of(Path upper) throws IOException {
    Path aside = Files.createDirectories(upper.resolveSibling("discarded"));
    return new MovedEntries(OpenDirectory.at(upper), OpenDirectory.at(aside), aside);
  }

  @Override
  public Optional<Path> movedAside() {
    return movedAside;
  }

  @Override
  public void close() throws IOException {
    try (top) {
      all.close();
    }
  }

  /** Moves a closed directory aside. It stays open: a closed one could not be moved. */
  @Override
  public boolean dropClosed(RawPath directory) throws IOException {
    try (OpenDirectory parent = top.beneath(directory.parent().bytes())) {
      parent.setMode(directory.name(), PRIVATE);
    } catch (NoSuchFileException | NotDirectoryException e) {
      return false;
    }
    return isMoved(directory);
  }

  @Override
  public boolean drop(RawPath path, OptionalInt permissions) throws IOException {
    try (OpenDirectory parent = top.beneath(path.parent().bytes())) {
      if (parent.look(path.name()).filter(it -> it.is(FileKind.DIRECTORY)).isEmpty()) {
        return isMoved(path);
      }
      return directory(path.name(), permissions, parent);
    } catch (NoSuchFileException | NotDirectoryException e) {
      return false;
    }
  }

  /** Moves an entry aside; false if it does not exist. */
  private boolean isMoved(RawPath path) throws IOException {
    try (OpenDirectory parent = top.beneath(path.parent().bytes())) {
      Optional<FileStatus> there = parent.look(path.name());
      if (there.isEmpty()) {
        return false;
      }
      all.make(number, PRIVATE);
      try (OpenDirectory place = all.directory(number)) {
        make(place, path.parent());
        try (OpenDirectory directory = place.beneath(path.parent().bytes())) {
          parent.move(path.name(), directory, path.name());
        }
      }
      if (there.get().is(FileKind.FILE)) {
        movedAside = Optional.of(aside.resolve(number.bytes()));
      }
      return true;
    } catch (NoSuchFileException | NotDirectoryException e) {
      return false;
    }
  }

  private static void make(OpenDirectory place, RawPath directory) throws IOException {
    if (directory.equals(RawPath.TOP)) {
      return;
    }
    make(place, directory.parent());
    try (OpenDirectory parent = place.beneath(directory.parent().bytes())) {
      parent.make(directory.name(), PRIVATE);
    }
  }

  private static boolean directory(RawName name, OptionalInt permissions, OpenDirectory parent)
      throws IOException {
    if (permissions.isEmpty()) {
      try {
        parent.removeDirectory(name);
        return true;
      } catch (FileSystemException e) {
        return false; // the directory still has an entry
      }
    }
    try (OpenDirectory directory = parent.directory(name)) {
      OverlayMarks.open(directory);
      directory.setMode(permissions.getAsInt());
      return true;
    }
  }
}
