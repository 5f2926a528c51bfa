package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.FileStatus;
import dev.bawn.launcher.linux.OpenDirectory;
import dev.bawn.launcher.linux.RawName;
import dev.bawn.launcher.review.OverlayMarks.Merging;
import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Walks through a project as a session sees it: a file in the upper layer replaces the file below
 * it, and hidden files are left out. Other programs may change the project at the same time; files
 * that vanish are left out.
 */
final class OwnerWalk {

  /** No project nests deeper. Each level keeps two files open. */
  private static final int DEEPEST = 200;

  private final HiddenPaths hidden;
  private final long uid;
  private final long gid;
  private final Holdings.Counted project = new Holdings.Counted();
  private final Holdings.Counted written = new Holdings.Counted();
  private final FirstPaths.Counted closed = new FirstPaths.Counted();
  private final FirstPaths.Counted mounts = new FirstPaths.Counted();
  private final FirstPaths.Counted covered = new FirstPaths.Counted();
  private long entries;

  OwnerWalk(HiddenPaths hidden, long uid, long gid) {
    this.hidden = hidden;
    this.uid = uid;
    this.gid = gid;
  }

  /**
   * A directory as the session sees it.
   *
   * @param path below the top
   * @param lower the project's directory, if it shows through
   * @param upper the session's directory, if it exists
   * @param others the count to which it belongs, if it or a parent belongs to another user
   */
  private record Place(
      RawPath path,
      Optional<OpenDirectory> lower,
      Optional<OpenDirectory> upper,
      int depth,
      Optional<Holdings.Counted> others) {}

  void through(Optional<OpenDirectory> lower, Optional<OpenDirectory> upper) {
    look(new Place(RawPath.TOP, lower, upper, 0, Optional.empty()));
  }

  Owners owners() {
    return new Owners(
        entries,
        project.holdings(),
        written.holdings(),
        closed.paths(),
        mounts.paths(),
        covered.paths());
  }

  private void look(Place place) {
    try {
      Set<RawName> above = new HashSet<>();
      Merging merging = Merging.MERGED;
      if (place.upper().isPresent()) {
        merging = OverlayMarks.merging(place.upper().get());
        above.addAll(place.upper().get().names());
      }
      boolean shows = merging != Merging.OPAQUE && place.lower().isPresent();
      for (RawName name : above) {
        lookAbove(place, name, merging, shows);
      }
      for (RawName name : shows ? place.lower().orElseThrow().names() : List.<RawName>of()) {
        if (!above.contains(name)) {
          lookBelow(place, name);
        }
      }
    } catch (IOException e) {
      closed.add(place.path());
    }
  }

  private void lookAbove(Place place, RawName name, Merging merging, boolean shows)
      throws IOException {
    OpenDirectory upper = place.upper().orElseThrow();
    Optional<FileStatus> status = upper.look(name);
    if (status.isEmpty() || OverlayMarks.isWhiteout(upper, name, status.get(), merging)) {
      return;
    }
    RawPath path = place.path().resolve(name);
    // nothing is copied up there, so a foreign group has no effect
    Optional<Holdings.Counted> others =
        count(place, path, status.get(), status.get().owner() != uid, written);
    if (status.get().is(FileKind.DIRECTORY)) {
      into(
          place,
          path,
          upper,
          directory -> {
            Optional<OpenDirectory> lower = shows ? below(place, name) : Optional.empty();
            look(new Place(path, lower, Optional.of(directory), place.depth() + 1, others));
            lower.ifPresent(OpenDirectory::close);
          });
    }
  }

  /** The project's directory below a directory of the upper layer, if it exists. */
  private static Optional<OpenDirectory> below(Place place, RawName name) {
    try {
      return Optional.of(place.lower().orElseThrow().directory(name));
    } catch (IOException e) {
      // missing, or no directory
      return Optional.empty();
    }
  }

  private void lookBelow(Place place, RawName name) throws IOException {
    OpenDirectory lower = place.lower().orElseThrow();
    Optional<FileStatus> status = lower.look(name);
    RawPath path = place.path().resolve(name);
    if (status.isEmpty()) {
      return;
    }
    if (hidden.covering(path).isPresent()) {
      covered.add(path);
      return;
    }
    if (status.get().isMountPoint()) {
      mounts.add(path);
      return;
    }
    boolean isOthers = status.get().owner() != uid || status.get().group() != gid;
    Optional<Holdings.Counted> others = count(place, path, status.get(), isOthers, project);
    if (status.get().is(FileKind.DIRECTORY)) {
      into(
          place,
          path,
          lower,
          directory ->
              look(
                  new Place(
                      path, Optional.of(directory), Optional.empty(), place.depth() + 1, others)));
    }
  }

  /** Counts an entry under its owner, and returns the count for the entries in it. */
  private Optional<Holdings.Counted> count(
      Place place, RawPath path, FileStatus status, boolean isOthers, Holdings.Counted where) {
    entries++;
    if (!isOthers) {
      return place.others();
    }
    if (place.others().filter(counted -> counted == where).isPresent()) {
      where.add(status);
    } else {
      where.addTopmost(path, status);
    }
    return Optional.of(where);
  }

  /** An operation on an open directory. */
  @FunctionalInterface
  private interface Look {
    void at(OpenDirectory directory) throws IOException;
  }

  private void into(Place place, RawPath path, OpenDirectory parent, Look look) {
    if (place.depth() == DEEPEST) {
      closed.add(path);
      return;
    }
    try (OpenDirectory directory = parent.directory(path.name())) {
      look.at(directory);
    } catch (NoSuchFileException | NotDirectoryException | FileSystemLoopException e) {
      return; // the running session has just exchanged it
    } catch (IOException e) {
      closed.add(path);
    }
  }
}
