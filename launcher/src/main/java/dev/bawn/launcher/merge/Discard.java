package dev.bawn.launcher.merge;

import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Printable;
import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.FileStatus;
import dev.bawn.launcher.linux.OpenDirectory;
import dev.bawn.launcher.record.SessionRecord;
import dev.bawn.launcher.review.Change;
import dev.bawn.launcher.review.Hazard;
import dev.bawn.launcher.review.Layers;
import dev.bawn.launcher.review.OverlayMarks;
import dev.bawn.launcher.review.RawPath;
import dev.bawn.launcher.review.Reviewed;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Discards changes of a session: removes their entries from its upper layer. The session must not
 * run: the kernel leaves the behavior of an overlay undefined when its layers change while it is
 * mounted.
 */
public final class Discard {

  private final SessionRecord record;
  private final Path upper;
  private final Opening opening;
  private Optional<MovedAside> movedAside = Optional.empty();

  /**
   * The files that a discard moved aside.
   *
   * @param directory contains each file under its path
   * @param example one of the files that may be copied back without harm
   */
  public record MovedAside(Path directory, Optional<RawPath> example) {}

  /** Opens an upper layer with the rights of a user who may change it. */
  @FunctionalInterface
  public interface Opening {
    UpperEntries open() throws IOException;
  }

  /**
   * @param record of a session with an upper layer, which is the caller's
   */
  public Discard(SessionRecord record) {
    this(record, () -> MovedEntries.of(record.changes().orElseThrow()));
  }

  /**
   * @param record of a session with an upper layer
   * @param opening gives its entries
   */
  public Discard(SessionRecord record, Opening opening) {
    this.record = record;
    this.upper = record.changes().orElseThrow();
    this.opening = opening;
  }

  /**
   * The files that were moved aside; empty before the discard, and if the session wrote no file.
   */
  public Optional<MovedAside> movedAside() {
    return movedAside;
  }

  /**
   * Discards these changes.
   *
   * @param changes sorted by path
   * @param all changes of the session
   * @param layers the layers that were compared
   */
  public Outcome of(List<Reviewed> changes, List<Change> all, Layers layers) {
    List<Change> listed = all.stream().filter(each -> !layers.ignores(each)).toList();
    Set<RawPath> done = new HashSet<>();
    Map<RawPath, Optional<RawPath>> hiding = new HashMap<>();
    List<Change> hidden = new ArrayList<>();
    Optional<Path> aside;
    long user;
    try (OpenDirectory top = OpenDirectory.at(upper);
        UpperEntries entries = opening.open()) {
      Set<RawPath> replaced = replaced(changes);
      recordDiscarded(changes, replaced, top, hiding);
      for (Reviewed reviewed : changes.reversed()) {
        Change change = reviewed.change();
        Optional<RawPath> over = hiding(change.path().parent(), top, replaced, hiding);
        boolean stays = over.isPresent() && isOverProject(change);
        if (!stays && isDropped(change, entries)) {
          done.add(change.path());
        } else {
          hidden.add(change);
        }
      }
      for (RawPath directory : unlisted(hidden, hiding, changes, listed)) {
        if (entries.drop(directory, OptionalInt.empty())) {
          done.add(directory);
        }
      }
      aside = entries.movedAside();
      user = top.status().owner();
    } catch (IOException e) {
      throw new Failed(
          "the discard failed at " + Printable.of(String.valueOf(e.getMessage())),
          "see the remaining changes: bawn status "
              + record.name()
              + "; if you may not enter a directory below "
              + upper
              + ": chmod u+rwx DIRECTORY");
    }
    hidden.removeIf(each -> done.contains(each.path()) || liesIn(each.path(), done));
    List<Reviewed> dropped =
        changes.stream()
            .filter(
                each -> done.contains(each.change().path()) || liesIn(each.change().path(), done))
            .toList();
    movedAside = aside.map(directory -> new MovedAside(directory, example(dropped, user)));
    return new Outcome(
        Applied.ofDiscarded(dropped),
        hidden.reversed().stream().map(each -> waiting(each, hiding)).toList());
  }

  /**
   * Records which merged paths the session will find again as they are below its upper layer,
   * before their entries are removed: also those in a directory that hides the lower one.
   */
  private void recordDiscarded(
      List<Reviewed> changes,
      Set<RawPath> replaced,
      OpenDirectory top,
      Map<RawPath, Optional<RawPath>> hiding)
      throws IOException {
    Set<RawPath> paths = new HashSet<>();
    Set<RawPath> directories = new HashSet<>(replaced);
    for (Reviewed each : changes) {
      RawPath path = each.change().path();
      paths.add(path);
      hiding(path.parent(), top, replaced, hiding).ifPresent(directories::add);
    }
    Merges.discard(upper, each -> paths.contains(each) || liesIn(each, directories));
  }

  private static Optional<RawPath> example(List<Reviewed> dropped, long user) {
    return dropped.stream()
        .filter(each ->
            (each.change() instanceof Change.Added || each.change() instanceof Change.Modified)
                && isReadable(each.change().statusAfter().orElseThrow(), user)
                && !each.isOfGit()
                && !each.isSevere()
                && !each.hazards().contains(Hazard.HIDDEN))
        .map(each -> each.change().path())
        .findFirst();
  }

  private static boolean isReadable(FileStatus status, long user) {
    return status.is(FileKind.FILE) && !status.isClosedFile() && status.owner() == user;
  }

  private static Set<RawPath> replaced(List<Reviewed> changes) {
    Set<RawPath> replaced = new HashSet<>();
    for (Reviewed each : changes) {
      if (each.change() instanceof Change.Replaced it) {
        replaced.add(it.path());
      }
    }
    return replaced;
  }

  private static Waiting waiting(Change change, Map<RawPath, Optional<RawPath>> hiding) {
    String reason =
        hiding(change, hiding)
            .map(RawPath::shown)
            .map(it -> "it is in " + it + ", which the session removed or replaced: discard " + it)
            .orElse(
                change.isDirectory()
                    ? "it has files that were not discarded"
                    : "it is not changed any more");
    return new Waiting(change.path(), reason, false);
  }

  private static Optional<RawPath> hiding(Change change, Map<RawPath, Optional<RawPath>> known) {
    return known.getOrDefault(change.path().parent(), Optional.empty());
  }

  /**
   * Directories that the session removed and that are not listed as a change, since others have put
   * files into them: each is discarded with the last of the changes in it.
   */
  private static Set<RawPath> unlisted(
      List<Change> hidden,
      Map<RawPath, Optional<RawPath>> hiding,
      List<Reviewed> changes,
      List<Change> all) {
    Set<RawPath> unlisted = new HashSet<>();
    hidden.forEach(each -> hiding(each, hiding).ifPresent(unlisted::add));
    Set<RawPath> meant =
        changes.stream().map(each -> each.change().path()).collect(Collectors.toSet());
    for (Change each : all) {
      if (!meant.contains(each.path())) {
        unlisted.removeIf(it -> each.path().equals(it) || liesIn(each.path(), Set.of(it)));
      }
    }
    return unlisted;
  }

  /**
   * Tells whether a discard would restore a file of the project instead of a file of the session.
   */
  private static boolean isOverProject(Change change) {
    return change.statusBefore().isPresent()
        && change.statusAfter().filter(now -> !now.is(FileKind.DIRECTORY)).isPresent();
  }

  /**
   * The topmost directory, of this one and its parents, that hides the project's entries.
   *
   * @param replaced the directories that are discarded: these hide nothing
   */
  private static Optional<RawPath> hiding(
      RawPath directory,
      OpenDirectory top,
      Set<RawPath> replaced,
      Map<RawPath, Optional<RawPath>> known)
      throws IOException {
    if (directory.equals(RawPath.TOP)) {
      return Optional.empty();
    }
    Optional<RawPath> before = known.get(directory);
    if (before == null) {
      before = hiding(directory.parent(), top, replaced, known);
      if (before.isEmpty() && !replaced.contains(directory) && hides(directory, top)) {
        before = Optional.of(directory);
      }
      known.put(directory, before);
    }
    return before;
  }

  private static boolean hides(RawPath directory, OpenDirectory top) throws IOException {
    try (OpenDirectory parent = top.beneath(directory.parent().bytes())) {
      Optional<FileStatus> there = parent.look(directory.name());
      if (there.isEmpty() || !there.get().is(FileKind.DIRECTORY)) {
        return there.isPresent();
      }
      try (OpenDirectory open = parent.directory(directory.name())) {
        return OverlayMarks.isOpaque(open);
      }
    } catch (NoSuchFileException | NotDirectoryException e) {
      return false;
    }
  }

  /**
   * Tells whether a parent of the path is done: the entries of a removed directory are restored
   * with it.
   */
  private static boolean liesIn(RawPath path, Set<RawPath> done) {
    for (RawPath each = path.parent(); !each.equals(RawPath.TOP); each = each.parent()) {
      if (done.contains(each)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isDropped(Change change, UpperEntries entries) throws IOException {
    if (change.isDirectory() && change.isClosed()) {
      return entries.dropClosed(change.path());
    }
    Optional<FileStatus> directory =
        change.statusBefore().filter(was -> was.is(FileKind.DIRECTORY));
    return entries.drop(
        change.path(),
        directory.isPresent()
            ? OptionalInt.of(directory.get().permissionBits())
            : OptionalInt.empty());
  }
}
