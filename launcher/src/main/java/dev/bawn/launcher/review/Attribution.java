package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.FileStatus;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Tells what a session did from what others did since it began. It takes the differences between
 * the project as it is now and the session's view, and gives those between the base and that view.
 */
final class Attribution {

  /** What a base file is called where nothing else is known of it. */
  private static final int PLAIN = 0_644;

  /** Of a larger file only whether it was changed is compared. */
  private static final int LARGEST = 16 << 20;

  private static final int RUNS = 0_111;

  private final Base base;
  private final Places lower;
  private final Places upper;
  private final Map<RawPath, Others> others = new HashMap<>();
  private final Map<RawPath, BaseFile> files = new HashMap<>();
  private final Map<RawPath, Boolean> settled = new HashMap<>();
  private final Set<RawPath> kept = new HashSet<>();

  Attribution(Base base, Places lower, Places upper) {
    this.base = base;
    this.lower = lower;
    this.upper = upper;
  }

  /** What others did to something that the session changed. */
  Others others(RawPath path) {
    return others.getOrDefault(path, Others.NOTHING);
  }

  /** The base of a file that others changed; nothing where the project still has it. */
  Optional<BaseFile> file(RawPath path) {
    return Optional.ofNullable(files.get(path));
  }

  /**
   * The same changes against the base.
   *
   * @param changes those against the project as it is now
   */
  List<Change> of(List<Change> changes) throws IOException {
    others.clear();
    files.clear();
    settled.clear();
    kept.clear();
    List<RawPath> doubtful = new ArrayList<>();
    for (Change change : changes) {
      if (isDoubtful(change)) {
        doubtful.add(change.path());
      }
    }
    if (doubtful.isEmpty() && !base.hasMerged()) {
      return changes;
    }
    Map<RawPath, BaseFile> known = base.files(doubtful);
    Set<RawPath> asked = new HashSet<>(doubtful);
    List<Change> own = new ArrayList<>();
    for (Change change : changes) {
      Optional<KnownBase> kept = base.merged(change.path());
      if (kept.isEmpty() && asked.contains(change.path())) {
        kept = base.recorded(change.path());
      }
      if (kept.isPresent()) {
        againstKept(kept.get(), change).ifPresent(own::add);
      } else if (asked.contains(change.path())) {
        against(Optional.ofNullable(known.get(change.path())), change).ifPresent(own::add);
      } else {
        own.add(change);
      }
    }
    own.removeIf(change -> isKeptDirectory(change));
    return List.copyOf(own);
  }

  /** A directory that the session removed, and in which others have put something since. */
  private boolean isKeptDirectory(Change change) {
    return change instanceof Change.Removed && change.isDirectory() && kept.contains(change.path());
  }

  /** Whether the project, as it is now, may not be the base. */
  private boolean isDoubtful(Change change) throws IOException {
    if (change instanceof Change.Unclear
        || change instanceof Change.Renamed
        || change instanceof Change.Replaced
        || GitFiles.areInDotGit(change.path())) {
      return false;
    }
    Optional<FileStatus> now = change.then();
    return now.isPresent() ? base.isSince(now.get().changed()) : !isSettled(change.path().parent());
  }

  /** Whether nothing came to or left a directory since; of one that is not there, those above. */
  private boolean isSettled(RawPath directory) throws IOException {
    Boolean before = settled.get(directory);
    if (before == null) {
      before = isUnchanged(directory);
      settled.put(directory, before);
    }
    return before;
  }

  private boolean isUnchanged(RawPath directory) throws IOException {
    try {
      Optional<FileStatus> status = lower.look(directory);
      return status.isPresent()
          ? !base.isSince(status.get().changed())
          : !directory.equals(RawPath.TOP) && isSettled(directory.parent());
    } catch (AccessDeniedException e) {
      return false;
    }
  }

  /** A merge or the record of the start says what the base is. */
  private Optional<Change> againstKept(KnownBase was, Change change) throws IOException {
    if (isOfDirectory(change)) {
      return Optional.of(change);
    }
    if (!was.isNothing()) {
      return againstKnown(was.file(), change);
    }
    if (change instanceof Change.Removed) {
      return Optional.empty();
    }
    if (change.then().isEmpty()) {
      return Optional.of(change);
    }
    others.put(change.path(), Others.CHANGED);
    return Optional.of(new Change.Added(change.path(), change.now().orElseThrow()));
  }

  private static boolean isOfDirectory(Change change) {
    return change instanceof Change.Unclear
        || change instanceof Change.Renamed
        || change instanceof Change.Replaced
        || change.isDirectory()
            && change.then().filter(was -> !was.is(FileKind.DIRECTORY)).isEmpty();
  }

  private Optional<Change> against(Optional<BaseFile> was, Change change) throws IOException {
    return was.isPresent() ? againstKnown(was.get(), change) : againstUnknown(change);
  }

  private Optional<Change> againstKnown(BaseFile was, Change change) throws IOException {
    RawPath path = change.path();
    Optional<FileStatus> now = change.then();
    Optional<Boolean> same = isStill(was, now, lower, path);
    if (same.isEmpty()) {
      others.put(path, Others.UNKNOWN);
      return Optional.of(change);
    }
    if (same.get()) {
      return Optional.of(change);
    }
    Optional<FileStatus> after = change.now();
    Optional<Boolean> untouched = isStill(was, after, upper, path);
    if (untouched.isPresent() && untouched.get()) {
      return Optional.empty();
    }
    if (untouched.isEmpty() || was.content().bytes(LARGEST).isEmpty()) {
      others.put(path, Others.UNKNOWN);
      return Optional.of(change);
    }
    others.put(path, Others.CHANGED);
    files.put(path, was);
    return Optional.of(changed(path, was, now, after));
  }

  /** What a session changed of a file that it found. */
  private Change changed(
      RawPath path, BaseFile was, Optional<FileStatus> now, Optional<FileStatus> after)
      throws IOException {
    FileStatus like = now.or(() -> after).orElseThrow();
    FileStatus before = like.as(was.kind(), mode(was, like), size(was, like));
    if (after.isEmpty()) {
      return new Change.Removed(path, before);
    }
    if (!after.get().is(was.kind())) {
      return new Change.TypeChanged(path, before, after.get());
    }
    return holdsTheSame(was, upper, path).orElse(false)
        ? new Change.ModeChanged(path, before, after.get())
        : new Change.Modified(path, before, after.get());
  }

  private static int mode(BaseFile was, FileStatus like) {
    int mode = like.is(FileKind.FILE) ? like.mode() : PLAIN;
    return was.isExecutable() ? mode | RUNS & mode >> 2 : mode & ~RUNS;
  }

  private static long size(BaseFile was, FileStatus like) throws IOException {
    return was.content() instanceof GitBlob blob && blob.size() > 0 ? blob.size() : like.size();
  }

  /** What git did not know may have been there all the same, and may be new. */
  private Optional<Change> againstUnknown(Change change) throws IOException {
    if (change.then().isEmpty() || change.then().get().is(FileKind.DIRECTORY)) {
      return Optional.of(change);
    }
    if (change instanceof Change.Removed && upper.look(change.path()).isEmpty()) {
      for (RawPath each = change.path(); !each.equals(RawPath.TOP); each = each.parent()) {
        kept.add(each.parent());
      }
      return Optional.empty();
    }
    others.put(change.path(), Others.UNKNOWN);
    return Optional.of(change);
  }

  /** Whether what is there is what was there; nothing where that cannot be told. */
  private static Optional<Boolean> isStill(
      BaseFile was, Optional<FileStatus> status, Places places, RawPath path) throws IOException {
    if (status.isEmpty()
        || !status.get().is(was.kind())
        || status.get().isExecutable() != was.isExecutable()) {
      return Optional.of(false);
    }
    return holdsTheSame(was, places, path);
  }

  private static Optional<Boolean> holdsTheSame(BaseFile was, Places places, RawPath path)
      throws IOException {
    try {
      if (was.kind() == FileKind.LINK) {
        return was.content().isLinkTo(places.link(path));
      }
      return places.reading(path, was.content()::isThatOf);
    } catch (NoSuchFileException | NotDirectoryException e) {
      return Optional.of(false);
    } catch (AccessDeniedException e) {
      return Optional.empty();
    }
  }
}
