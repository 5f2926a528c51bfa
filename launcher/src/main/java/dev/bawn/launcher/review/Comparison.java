package dev.bawn.launcher.review;

import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.FileStatus;
import dev.bawn.launcher.linux.OpenDirectory;
import dev.bawn.launcher.linux.OpenFile;
import dev.bawn.launcher.linux.RawName;
import dev.bawn.launcher.review.OverlayMarks.Merging;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Walks through an upper layer beside the project below it. What was only copied up, equal in
 * content and permissions, is no change. A session may be at work meanwhile: what vanishes while it
 * is looked at is left out.
 */
final class Comparison {

  /** Nobody nests deeper, and each level holds two files open. */
  private static final int DEEPEST = 200;

  /** Nobody reviews more, and a list of them has to fit into memory. */
  private static final int MOST = 500_000;

  private final List<Change> changes = new ArrayList<>();

  /** All changes, sorted bytewise by path. */
  List<Change> changes() {
    changes.sort((one, other) -> one.path().compareTo(other.path()));
    return List.copyOf(changes);
  }

  /**
   * Compares a directory of the upper layer with the one below it.
   *
   * @param lower nothing where there is no such directory below
   */
  void directory(RawPath path, OpenDirectory upper, Optional<OpenDirectory> lower, int depth)
      throws IOException {
    Merging merging = OverlayMarks.merging(upper);
    Set<RawName> seen = new HashSet<>();
    for (RawName name : upper.names()) {
      seen.add(name);
      Optional<FileStatus> after = upper.look(name);
      Optional<FileStatus> before = lower.isEmpty() ? Optional.empty() : lower.get().look(name);
      if (after.isPresent()) {
        entry(
            new Place(path.resolve(name), name, upper, lower, depth), before, after.get(), merging);
      }
    }
    if (merging == Merging.OPAQUE && lower.isPresent()) {
      hidden(path, lower.get(), seen, depth);
    }
  }

  /** A name, and the directories in which it is looked up. */
  private record Place(
      RawPath path, RawName name, OpenDirectory upper, Optional<OpenDirectory> lower, int depth) {}

  private void entry(Place place, Optional<FileStatus> before, FileStatus after, Merging merging)
      throws IOException {
    try {
      if (OverlayMarks.isWhiteout(place.upper(), place.name(), after, merging)) {
        if (before.isPresent()) {
          removed(place.path(), place.lower().orElseThrow(), before.get(), place.depth());
        }
      } else if (after.is(FileKind.DIRECTORY)) {
        directoryEntry(place, before, after);
      } else {
        other(place, before, after);
      }
    } catch (NoSuchFileException | NotDirectoryException | FileSystemLoopException e) {
      // it was another thing a moment ago: the session that works here has just exchanged it
      return;
    }
  }

  private void directoryEntry(Place place, Optional<FileStatus> before, FileStatus after)
      throws IOException {
    Optional<FileStatus> onDirectory = before.filter(was -> was.is(FileKind.DIRECTORY));
    if (onDirectory.isEmpty()) {
      note(
          before.isPresent()
              ? new Change.TypeChanged(place.path(), before.get(), after)
              : new Change.Added(place.path(), after));
    }
    into(
        place.path(),
        place.upper(),
        after,
        place.depth(),
        upper -> inside(place, onDirectory, after, upper));
  }

  /** What is done with a directory while it is open. */
  @FunctionalInterface
  private interface Look {
    void at(OpenDirectory directory) throws IOException;
  }

  /** Opens the directory at that path, or notes why it cannot be looked into. */
  private void into(RawPath path, OpenDirectory parent, FileStatus status, int depth, Look look)
      throws IOException {
    Optional<OpenDirectory> opened = Optional.empty();
    Obstacle obstacle = Obstacle.TOO_DEEP;
    if (depth < DEEPEST) {
      try {
        opened = Optional.of(parent.directory(path.name()));
      } catch (AccessDeniedException e) {
        obstacle = Obstacle.CLOSED;
      }
    }
    if (opened.isEmpty()) {
      note(new Change.Unclear(path, status, obstacle));
      return;
    }
    try (OpenDirectory directory = opened.get()) {
      look.at(directory);
    } catch (AccessDeniedException e) {
      // it can be listed, and nothing in it can be looked up
      note(new Change.Unclear(path, status, Obstacle.CLOSED));
    }
  }

  /** What is in a directory that could be opened. */
  private void inside(
      Place place, Optional<FileStatus> before, FileStatus after, OpenDirectory upper)
      throws IOException {
    Optional<String> redirect = OverlayMarks.redirect(upper);
    if (redirect.isPresent()) {
      note(new Change.Renamed(place.path(), after, redirect.get()));
    } else if (before.isEmpty()) {
      directory(place.path(), upper, Optional.empty(), place.depth() + 1);
    } else {
      directoryItself(place.path(), before.get(), after, upper);
      into(
          place.path(),
          place.lower().orElseThrow(),
          before.get(),
          place.depth(),
          lower -> directory(place.path(), upper, Optional.of(lower), place.depth() + 1));
    }
  }

  private void directoryItself(
      RawPath path, FileStatus before, FileStatus after, OpenDirectory upper) {
    if (OverlayMarks.merging(upper) == Merging.OPAQUE) {
      note(new Change.Replaced(path, before, after));
    } else if (before.mode() != after.mode()) {
      note(new Change.ModeChanged(path, before, after));
    }
  }

  private void other(Place place, Optional<FileStatus> before, FileStatus after)
      throws IOException {
    if (before.isEmpty()) {
      note(new Change.Added(place.path(), after));
    } else if (before.get().is(after.kind())) {
      compare(place, before.get(), after);
    } else {
      note(new Change.TypeChanged(place.path(), before.get(), after));
      if (before.get().is(FileKind.DIRECTORY)) {
        contents(place.path(), place.lower().orElseThrow(), before.get(), place.depth());
      }
    }
  }

  private void compare(Place place, FileStatus was, FileStatus after) throws IOException {
    Optional<Obstacle> obstacle = Optional.empty();
    boolean same = false;
    try {
      same = holdSame(place, was, after);
    } catch (AccessDeniedException e) {
      obstacle = Optional.of(Obstacle.CLOSED);
    } catch (ContentBelowException e) {
      obstacle = Optional.of(Obstacle.CONTENT_BELOW);
    }
    if (obstacle.isPresent()) {
      note(new Change.Unclear(place.path(), after, obstacle.get()));
    } else if (!same) {
      note(new Change.Modified(place.path(), was, after));
    } else if (was.mode() != after.mode()) {
      note(new Change.ModeChanged(place.path(), was, after));
    }
  }

  /** What two things of one kind hold, or lead to. */
  private static boolean holdSame(Place place, FileStatus was, FileStatus after)
      throws IOException {
    OpenDirectory lower = place.lower().orElseThrow();
    return switch (after.kind()) {
      case LINK -> lower.linkText(place.name()).equals(place.upper().linkText(place.name()));
      case FILE -> was.size() == after.size() && filesHoldSame(place, lower);
      default -> was.device() == after.device();
    };
  }

  private static boolean filesHoldSame(Place place, OpenDirectory lower) throws IOException {
    try (OpenFile now = OverlayMarks.file(place.upper(), place.name());
        OpenFile then = lower.file(place.name())) {
      return now.holdsTheSameAs(then);
    }
  }

  private void removed(RawPath path, OpenDirectory lower, FileStatus before, int depth)
      throws IOException {
    note(new Change.Removed(path, before));
    if (before.is(FileKind.DIRECTORY)) {
      contents(path, lower, before, depth);
    }
  }

  /** All that was in a directory of the project's is gone with it. */
  private void contents(RawPath path, OpenDirectory parent, FileStatus before, int depth)
      throws IOException {
    into(path, parent, before, depth, directory -> hidden(path, directory, Set.of(), depth + 1));
  }

  /** What was in the project, but for these names. */
  private void hidden(RawPath path, OpenDirectory lower, Set<RawName> but, int depth)
      throws IOException {
    for (RawName name : lower.names()) {
      Optional<FileStatus> before = but.contains(name) ? Optional.empty() : lower.look(name);
      if (before.isPresent()) {
        removed(path.resolve(name), lower, before.get(), depth);
      }
    }
  }

  private void note(Change change) {
    if (changes.size() == MOST) {
      throw new Refused(
          "the session changed more than " + MOST + " files",
          "have it remove what it does not need, such as caches and what builds make");
    }
    changes.add(change);
  }
}
