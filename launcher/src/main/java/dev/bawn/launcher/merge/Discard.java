package dev.bawn.launcher.merge;

import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Printable;
import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.FileStatus;
import dev.bawn.launcher.linux.OpenDirectory;
import dev.bawn.launcher.linux.RawName;
import dev.bawn.launcher.review.Change;
import dev.bawn.launcher.review.RawPath;
import dev.bawn.launcher.session.SessionRecord;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Drops what a session changed, by moving it out of its upper layer into {@code discarded} beside
 * it, where it stays until the session is destroyed. The session must not run: what becomes of an
 * overlay whose layers are changed while it is mounted is not defined.
 */
public final class Discard {

  private static final String OPAQUE = "user.overlay.opaque";
  private static final int PERMISSIONS = 0_777;
  private static final int PRIVATE = 0_700;

  private final Path upper;
  private final Path aside;

  /**
   * @param record of a session with an upper layer
   */
  public Discard(SessionRecord record) {
    this.upper = record.changes().orElseThrow();
    this.aside = upper.resolveSibling("discarded");
  }

  /** Where the dropped files are until the session is destroyed, each in a directory by number. */
  public Path directory() {
    return aside;
  }

  /**
   * Drops these.
   *
   * @param changes sorted by path
   */
  public Outcome of(List<Change> changes) {
    List<RawPath> done = new ArrayList<>();
    List<Waiting> waiting = new ArrayList<>();
    try {
      Files.createDirectories(aside);
      try (OpenDirectory top = OpenDirectory.at(upper);
          OpenDirectory kept = OpenDirectory.at(aside)) {
        int next = kept.names().size() + 1;
        for (Change change : changes.reversed()) {
          if (isDropped(change, top, kept, next)) {
            done.add(change.path());
            next++;
          } else {
            waiting.add(
                new Waiting(change.path(), "it went with its directory: discard that one", false));
          }
        }
      }
    } catch (IOException e) {
      throw new Failed(
          "not all could be discarded: " + Printable.of(String.valueOf(e.getMessage())),
          "see: ls -ld " + aside);
    }
    waiting.removeIf(each -> liesIn(each.path(), done));
    return new Outcome(done.reversed(), waiting.reversed());
  }

  /** What a removed directory held comes back with it. */
  private static boolean liesIn(RawPath path, List<RawPath> done) {
    for (RawPath each = path.parent(); !each.equals(RawPath.TOP); each = each.parent()) {
      if (done.contains(each)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isDropped(Change change, OpenDirectory top, OpenDirectory kept, int number)
      throws IOException {
    RawPath path = change.path();
    try (OpenDirectory parent = top.beneath(path.parent().bytes())) {
      Optional<FileStatus> there = parent.look(path.name());
      if (there.isEmpty()) {
        return false;
      }
      if (there.get().is(FileKind.DIRECTORY)) {
        directory(change, parent);
      } else {
        RawName place = new RawName(Integer.toString(number));
        kept.make(place, PRIVATE);
        try (OpenDirectory directory = kept.directory(place)) {
          parent.move(path.name(), directory, path.name());
        }
      }
      return true;
    } catch (NoSuchFileException | NotDirectoryException e) {
      return false;
    }
  }

  private static void directory(Change change, OpenDirectory parent) throws IOException {
    RawName name = change.path().name();
    if (change.then().filter(was -> was.is(FileKind.DIRECTORY)).isEmpty()) {
      try {
        parent.removeDirectory(name);
      } catch (FileSystemException e) {
        return; // something in it was not meant
      }
      return;
    }
    try (OpenDirectory directory = parent.directory(name)) {
      directory.removeAttribute(OPAQUE);
      directory.setMode(change.then().orElseThrow().mode() & PERMISSIONS);
    }
  }
}
