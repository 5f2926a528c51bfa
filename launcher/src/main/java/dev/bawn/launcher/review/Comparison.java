package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.FileStatus;
import dev.bawn.launcher.linux.OpenDirectory;
import dev.bawn.launcher.linux.OpenFile;
import dev.bawn.launcher.linux.RawName;
import dev.bawn.launcher.review.OverlayMarks.Merging;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;

/**
 * Compares an upper layer with the project below it. A file that was only copied up, with equal
 * content and permissions, is no change. A running session may remove files at the same time; such
 * files are left out.
 */
final class Comparison {

  /** No project nests deeper. Each level keeps two files open. */
  private static final int DEEPEST = 200;

  /**
   * The bytes of all changed paths, with their directories, beyond which the comparison stops. Half
   * a million changes in real projects have a tenth of that.
   */
  private static final long HEAVIEST = 1L << 32;

  /** The number of names that are looked up before the first of them is compared. */
  private static final int PORTION = 1024;

  /** The number of names from which another thread looks them up in the lower layer. */
  private static final int MANY = 200;

  /** The paths that the comparison skips. */
  @FunctionalInterface
  interface Skipping {
    /** Skips no path. */
    Skipping NOTHING = (_, _, _) -> false;

    /**
     * Tells whether to skip a path.
     *
     * @param isNew whether the project has nothing at that path
     */
    boolean at(RawPath path, boolean isNew, boolean isDirectory) throws IOException;
  }

  private static final RawName GIT = RawName.of(".git");

  private final int most;
  private final long largest;
  private final Skipping skipping;
  private Optional<OpenDirectory> repository = Optional.empty();
  private final List<Change> changes = new ArrayList<>();
  private long weight;

  /**
   * @param most the number of changes after which it stops
   * @param largest in bytes: a larger file that was copied up counts as changed; its content is not
   *     compared
   */
  Comparison(int most, long largest, Skipping skipping) {
    this.most = most;
    this.largest = largest;
    this.skipping = skipping;
  }

  /**
   * Tells whether the comparison stopped early: there are more changes, or their paths are too
   * long.
   */
  boolean isFull() {
    return changes.size() > most || weight > HEAVIEST;
  }

  /** All changes, sorted bytewise by path. */
  List<Change> changes() {
    changes.sort((one, other) -> one.path().compareTo(other.path()));
    return List.copyOf(changes);
  }

  /**
   * Compares the upper layer with the project.
   *
   * @param lower empty if there is no project
   * @param repository the layer whose {@code .git} counts instead of the project's, if there is one
   */
  void top(OpenDirectory upper, Optional<OpenDirectory> lower, Optional<OpenDirectory> repository)
      throws IOException {
    this.repository = repository;
    directory(RawPath.TOP, upper, lower, 0, false);
  }

  /**
   * Compares a directory of the upper layer with the one below it.
   *
   * @param lower empty if the lower layer has no such directory
   * @param isInOpaque whether a parent directory is opaque: the kernel does not mark a new
   *     directory within an opaque one
   */
  private void directory(
      RawPath path,
      OpenDirectory upper,
      Optional<OpenDirectory> lower,
      int depth,
      boolean isInOpaque)
      throws IOException {
    Merging merging = OverlayMarks.merging(upper);
    boolean isOpaque = isInOpaque || merging == Merging.OPAQUE;
    List<RawName> names = upper.names();
    for (int from = 0; from < names.size(); from += PORTION) {
      List<RawName> some = names.subList(from, Math.min(from + PORTION, names.size()));
      Looked looked = look(some, upper, lower);
      for (int at = 0; at < some.size(); at++) {
        if (isFull()) {
          return;
        }
        if (Thread.currentThread().isInterrupted()) {
          throw new InterruptedIOException("the comparison was interrupted");
        }
        RawName name = some.get(at);
        boolean isOther = repository.isPresent() && path.equals(RawPath.TOP) && name.equals(GIT);
        Optional<OpenDirectory> below = isOther ? repository : lower;
        Optional<FileStatus> before =
            isOther ? repository.get().look(name) : looked.before().get(at);
        Optional<FileStatus> after = looked.after().get(at);
        if (after.isPresent()) {
          Place place = new Place(path.resolve(name), name, upper, below, depth, isOpaque);
          entry(place, before, after.get(), merging);
        }
      }
    }
    if (isOpaque && lower.isPresent()) {
      hidden(path, lower.get(), new HashSet<>(names), depth);
    }
  }

  /** The status of each of some names, in the lower and in the upper layer. */
  private record Looked(List<Optional<FileStatus>> before, List<Optional<FileStatus>> after) {}

  private static Looked look(
      List<RawName> names, OpenDirectory upper, Optional<OpenDirectory> lower) throws IOException {
    if (lower.isEmpty() || names.size() < MANY) {
      return new Looked(statuses(names, lower), statuses(names, Optional.of(upper)));
    }
    ForkJoinTask<List<Optional<FileStatus>>> below =
        ForkJoinPool.commonPool().submit(() -> statusesOrNone(names, lower));
    List<Optional<FileStatus>> after;
    try {
      after = statuses(names, Optional.of(upper));
    } finally {
      // also after an error: two threads must not use one directory
      below.quietlyJoin();
    }
    List<Optional<FileStatus>> before = below.getRawResult();
    // the second attempt throws the error of the first one
    return new Looked(before.isEmpty() ? statuses(names, lower) : before, after);
  }

  private static List<Optional<FileStatus>> statuses(
      List<RawName> names, Optional<OpenDirectory> directory) throws IOException {
    List<Optional<FileStatus>> statuses = new ArrayList<>(names.size());
    for (RawName name : names) {
      statuses.add(directory.isPresent() ? directory.get().look(name) : Optional.empty());
    }
    return statuses;
  }

  private static List<Optional<FileStatus>> statusesOrNone(
      List<RawName> names, Optional<OpenDirectory> directory) {
    try {
      return statuses(names, directory);
    } catch (IOException e) {
      return List.of();
    }
  }

  /** A name, and the directories in which it is looked up. */
  private record Place(
      RawPath path,
      RawName name,
      OpenDirectory upper,
      Optional<OpenDirectory> lower,
      int depth,
      boolean isOpaque) {}

  private void entry(Place place, Optional<FileStatus> before, FileStatus after, Merging merging)
      throws IOException {
    try {
      boolean isGone = OverlayMarks.isWhiteout(place.upper(), place.name(), after, merging);
      if (isGone && before.isEmpty()
          || skipping.at(place.path(), before.isEmpty(), after.is(FileKind.DIRECTORY))) {
        return;
      }
      if (isGone) {
        removed(place.path(), place.lower().orElseThrow(), before.get(), place.depth());
      } else if (after.is(FileKind.DIRECTORY)) {
        directoryEntry(place, before, after);
      } else {
        other(place, before, after);
      }
    } catch (NoSuchFileException | NotDirectoryException | FileSystemLoopException e) {
      // the running session has just exchanged the file
      return;
    }
  }

  private void directoryEntry(Place place, Optional<FileStatus> before, FileStatus after)
      throws IOException {
    Optional<FileStatus> onDirectory = before.filter(was -> was.is(FileKind.DIRECTORY));
    if (before.isPresent() && onDirectory.isEmpty()) {
      note(new Change.TypeChanged(place.path(), before.get(), after));
    } else if (before.isEmpty() && !isCopiedUp(place)) {
      note(new Change.Added(place.path(), after));
    }
    into(
        place.path(),
        place.upper(),
        after,
        place.depth(),
        upper -> inside(place, onDirectory, after, upper));
  }

  /**
   * Tells whether the overlay copied the directory up from the project: others moved or removed it
   * there.
   */
  private static boolean isCopiedUp(Place place) throws IOException {
    try (OpenDirectory directory = place.upper().directory(place.name())) {
      return OverlayMarks.isCopiedUp(directory);
    } catch (AccessDeniedException e) {
      return false;
    }
  }

  /** An operation on an open directory. */
  @FunctionalInterface
  private interface Look {
    void at(OpenDirectory directory) throws IOException;
  }

  /** Opens the directory at a path and applies {@code look}, or notes why it cannot be opened. */
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
      // the directory can be listed, but no name in it can be looked up
      note(new Change.Unclear(path, status, Obstacle.CLOSED));
    }
  }

  /** Compares the entries of an open directory. */
  private void inside(
      Place place, Optional<FileStatus> before, FileStatus after, OpenDirectory upper)
      throws IOException {
    Optional<String> redirect = OverlayMarks.redirect(upper);
    if (redirect.isPresent()) {
      note(new Change.Renamed(place.path(), after, redirect.get()));
    } else if (before.isEmpty()) {
      directory(place.path(), upper, Optional.empty(), place.depth() + 1, place.isOpaque());
    } else {
      directoryItself(place.path(), before.get(), after, upper);
      into(
          place.path(),
          place.lower().orElseThrow(),
          before.get(),
          place.depth(),
          lower ->
              directory(
                  place.path(), upper, Optional.of(lower), place.depth() + 1, place.isOpaque()));
    }
  }

  private void directoryItself(
      RawPath path, FileStatus before, FileStatus after, OpenDirectory upper) {
    if (OverlayMarks.isOpaque(upper)) {
      note(new Change.Replaced(path, before, after));
    } else if (before.permissions() != after.permissions()) {
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
    } else if (was.permissions() != after.permissions()) {
      note(new Change.ModeChanged(place.path(), was, after));
    }
  }

  /** Tells whether two files of the same kind have the same content or target. */
  private boolean holdSame(Place place, FileStatus was, FileStatus after) throws IOException {
    OpenDirectory lower = place.lower().orElseThrow();
    return switch (after.kind()) {
      case LINK -> lower.linkText(place.name()).equals(place.upper().linkText(place.name()));
      case FILE ->
          was.size() == after.size() && after.size() <= largest && filesHoldSame(place, lower);
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

  /** Adds everything in a directory of the project as removed. */
  private void contents(RawPath path, OpenDirectory parent, FileStatus before, int depth)
      throws IOException {
    into(path, parent, before, depth, directory -> hidden(path, directory, Set.of(), depth + 1));
  }

  /** Adds the entries of a directory of the project as removed, except for these names. */
  private void hidden(RawPath path, OpenDirectory lower, Set<RawName> but, int depth)
      throws IOException {
    for (RawName name : lower.names()) {
      if (isFull()) {
        return;
      }
      Optional<FileStatus> before = but.contains(name) ? Optional.empty() : lower.look(name);
      if (before.isPresent()) {
        removed(path.resolve(name), lower, before.get(), depth);
      }
    }
  }

  private void note(Change change) {
    changes.add(change);
    String path = change.path().bytes();
    weight += path.length() * (1 + path.chars().filter(c -> c == '/').count());
  }
}
