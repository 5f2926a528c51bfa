package dev.bawn.launcher.merge;

import dev.bawn.contract.failure.Printable;
import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.FileStatus;
import dev.bawn.launcher.linux.OpenFile;
import dev.bawn.launcher.review.Change;
import dev.bawn.launcher.review.ContentBelowException;
import dev.bawn.launcher.review.GitFiles;
import dev.bawn.launcher.review.HalfMoves;
import dev.bawn.launcher.review.HashedContent;
import dev.bawn.launcher.review.Layers;
import dev.bawn.launcher.review.MergedPermissions;
import dev.bawn.launcher.review.Moves;
import dev.bawn.launcher.review.Others;
import dev.bawn.launcher.review.RawPath;
import dev.bawn.launcher.review.TextMerge;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Decides for each change whether a merge applies it, and with which content. */
final class MergeDecisions {

  private static final int PERMISSIONS = 0_777;
  private static final int OTHERS = 0_007;
  private static final int NEW_DIRECTORY = 0_755;
  private static final int ALL_WRITE = 0_002;
  private static final String OF_ANOTHER_USER = "in the project it belongs to another user";

  private final Layers layers;
  private final String session;
  private final boolean markers;
  private final long uid;
  private final long room;
  private final Map<RawPath, Approval> approvals;
  private final Map<RawPath, RawPath> moves;
  private final Map<RawPath, RawPath> moved = new HashMap<>();
  private final List<MergeStep> removals = new ArrayList<>();
  private final List<MergeStep> others = new ArrayList<>();
  private final Map<Integer, Staging.Content> contents = new HashMap<>();
  private final List<Waiting> waiting = new ArrayList<>();
  private final List<RawPath> filled = new ArrayList<>();
  private final Map<RawPath, Carried> carried = new HashMap<>();
  private final Set<RawPath> notCarried = new HashSet<>();
  private final Set<RawPath> meant = new HashSet<>();
  private final Set<RawPath> madeOrGone = new HashSet<>();
  private final Set<RawPath> repositories = new HashSet<>();
  private final Set<RawPath> removed = new HashSet<>();
  private final Set<RawPath> directories = new HashSet<>();
  private final Map<RawPath, Boolean> emptied = new HashMap<>();
  private int next = 1;

  /**
   * @param session its name, for conflict markers
   * @param uid of the caller: files of others are not replaced
   * @param markers whether a conflict in a text is written into the file
   * @param room the free space on the project's file system, in bytes
   * @param approvals the decisions of a review; paths that were not reviewed have none
   * @param moves the files that the session moved, each new path with the old one
   */
  MergeDecisions(
      Layers layers,
      String session,
      boolean markers,
      long uid,
      long room,
      Map<RawPath, Approval> approvals,
      Map<RawPath, RawPath> moves) {
    this.approvals = Map.copyOf(approvals);
    this.moves = Map.copyOf(moves);
    moves.forEach((to, from) -> moved.put(from, to));
    this.uid = uid;
    this.room = room;
    this.layers = layers;
    this.session = session;
    this.markers = markers;
  }

  /** The changes that the merge leaves out, sorted by path. */
  List<Waiting> waiting() {
    return waiting.stream().sorted(Comparator.comparing(Waiting::path)).toList();
  }

  /**
   * The steps. Directories that become writable come first, each before those in it. Removals
   * follow, the deepest one before its directory; other permissions of directories come last.
   */
  List<MergeStep> steps() {
    List<MergeStep> leaving = new ArrayList<>(removals);
    leaving.sort((one, other) -> other.path().compareTo(one.path()));
    List<MergeStep> steps =
        new ArrayList<>(others.stream().filter(MergeStep::opensDirectory).toList());
    steps.sort(Comparator.comparing(MergeStep::path));
    steps.addAll(leaving);
    List<MergeStep> modes = new ArrayList<>();
    for (MergeStep step : others) {
      if (!step.opensDirectory()) {
        (step.before().is(FileKind.DIRECTORY) ? modes : steps).add(step);
      }
    }
    modes.sort((one, other) -> other.path().compareTo(one.path()));
    steps.addAll(modes);
    return steps;
  }

  Staging.Content content(MergeStep step) {
    return contents.get(step.number());
  }

  /**
   * Decides about all changes.
   *
   * @param changes sorted by path
   */
  void decide(List<Change> changes) throws IOException {
    changes.forEach(change -> meant.add(change.path()));
    for (Change change : changes) {
      if (change instanceof Change.Removed source && isMovedOverAnEdit(source.path())) {
        carry(source, changes);
      }
      if ((change instanceof Change.Removed || change instanceof Change.TypeChanged)
          && layers.git().closed(change.path()).isEmpty()
          && !layers.hid(change.path())
          && (layers.others(change.path()) == Others.NOTHING || isWhole(change.path()))
          && !isOfAnother(change.path())) {
        removed.add(change.path());
        if (change.statusBefore().orElseThrow().is(FileKind.DIRECTORY)) {
          directories.add(change.path());
        }
      }
    }
    for (Change change : changes) {
      try {
        one(change);
      } catch (AccessDeniedException e) {
        leaveUnread(change, "it cannot be read");
      } catch (ContentBelowException e) {
        leave(change.path(), "it claims to have the content of another file");
      } catch (ChangedSinceReview e) {
        conflict(change.path(), e.getMessage());
      } catch (ChangedMeanwhile
          | NoSuchFileException
          | NotDirectoryException
          | FileSystemLoopException e) {
        conflict(change.path(), Waiting.BEING_CHANGED);
      } catch (FileSystemException e) {
        leaveUnread(change, "it cannot be read: " + e.getReason());
      }
    }
    keepSources(changes);
    filled.reversed().forEach(this::leaveFilled);
  }

  /**
   * The changes of others to a file that the session moved, merged into the file at the new path.
   *
   * @param project the project's version at the old path
   * @param session the session's text at the new one
   * @param text of both, for the new path
   */
  private record Carried(Version project, byte[] session, int mode, byte[] text) {}

  /**
   * Carries the changes of others over to the new path. If both changed the same lines, neither
   * path changes.
   */
  private void carry(Change.Removed source, List<Change> changes) {
    RawPath from = source.path();
    try {
      Optional<Carried> both = carried(source, moved.get(from), changes);
      both.ifPresent(each -> carried.put(from, each));
    } catch (IOException e) {
      carried.remove(from);
    }
    if (carried.containsKey(from)) {
      removed.add(from);
    } else {
      notCarried.add(from);
    }
  }

  private Optional<Carried> carried(Change.Removed source, RawPath to, List<Change> changes)
      throws IOException {
    RawPath from = source.path();
    Optional<FileStatus> there = layers.project(from).filter(each -> each.is(FileKind.FILE));
    Optional<FileStatus> after = layers.session(to).filter(each -> each.is(FileKind.FILE));
    if (there.isEmpty() || after.isEmpty()) {
      return Optional.empty();
    }
    Optional<byte[]> base = layers.fileBefore(from, TextMerge.LARGEST);
    Optional<byte[]> theirs = layers.fileAfter(to, TextMerge.LARGEST);
    Optional<byte[]> ours = layers.readProject(from, file -> file.content(TextMerge.LARGEST));
    if (base.isEmpty()
        || theirs.isEmpty()
        || ours.isEmpty()
        || !isCertain(source, to, base.get(), theirs.get(), changes)) {
      return Optional.empty();
    }
    Optional<TextMerge> text =
        Arrays.equals(base.get(), theirs.get())
            ? Optional.of(new TextMerge(ours.get(), false))
            : TextMerge.of(base.get(), ours.get(), theirs.get(), session);
    int mode = mode(source.statusBefore().orElseThrow(), after.get(), there.get());
    Version project = version(there.get(), ours.get());
    return text.filter(each -> isTaken(each, ours.get()))
        .map(each -> new Carried(project, theirs.get(), mode, each.content()));
  }

  /** Tells whether a merged text is used: one with conflicts only if markers are requested. */
  private boolean isTaken(TextMerge text, byte[] ours) {
    return !text.hasConflicts() || markers && !TextMerge.hasMarkers(ours);
  }

  /**
   * Tells whether the move is certain enough to carry changes over: otherwise the changes of others
   * could get into an unrelated file.
   */
  private boolean isCertain(
      Change.Removed source, RawPath to, byte[] base, byte[] theirs, List<Change> changes)
      throws IOException {
    if (!Arrays.equals(base, theirs) && !Moves.areAlike(base, theirs)) {
      return false;
    }
    for (Change each : changes) {
      RawPath path = each.path();
      boolean isEqual =
          each instanceof Change.Removed(_, var before)
                  && !path.equals(source.path())
                  && before.size() == source.statusBefore().orElseThrow().size()
                  && isSame(layers.fileBefore(path, TextMerge.LARGEST), base)
              || each instanceof Change.Added(_, var after)
                  && !path.equals(to)
                  && after.size() == theirs.length
                  && isSame(layers.fileAfter(path, TextMerge.LARGEST), theirs);
      if (isEqual) {
        return false;
      }
    }
    return true;
  }

  private static boolean isSame(Optional<byte[]> content, byte[] other) {
    return content.filter(each -> Arrays.equals(each, other)).isPresent();
  }

  /**
   * Tells whether the session moved a file that others edited, and no review decides about it as a
   * whole.
   */
  private boolean isMovedOverAnEdit(RawPath path) throws IOException {
    return moved.containsKey(path)
        && meant.contains(moved.get(path))
        && layers.others(path) == Others.CHANGED
        && !isWhole(path)
        && !isWhole(moved.get(path))
        && !isContentApproved(moved.get(path))
        && !isOfAnother(path);
  }

  /**
   * Keeps the old file of a move whose new path is not merged, so that no move is merged by half.
   */
  private void keepSources(List<Change> changes) {
    HalfMoves moved = new HalfMoves(layers, changes, moves);
    while (true) {
      Set<RawPath> arriving = paths(others);
      Set<RawPath> leaving = paths(removals);
      Map<RawPath, RawPath> halves = moved.where(arriving::contains, leaving::contains);
      if (halves.isEmpty()) {
        return;
      }
      halves.forEach((from, to) ->
          conflict(from, "the session moved it to " + to.shown() + ", which is not merged"));
      keep(halves.keySet());
    }
  }

  private static Set<RawPath> paths(List<MergeStep> steps) {
    return steps.stream().map(MergeStep::path).collect(Collectors.toSet());
  }

  /** Keeps these files, with their directories, and drops each step that would need their path. */
  private void keep(Set<RawPath> paths) {
    Set<RawPath> places = new HashSet<>(paths);
    paths.forEach(each -> places.addAll(each.parents()));
    removals.removeIf(step -> places.contains(step.path()));
    Set<RawPath> named = waiting.stream().map(Waiting::path).collect(Collectors.toSet());
    others.removeIf(step -> {
      boolean isInTheWay =
          step.before().isNothing() && places.contains(step.path())
              || step.path().parents().stream().anyMatch(paths::contains);
      if (isInTheWay && named.add(step.path())) {
        conflict(step.path(), "a file that stays is in its place");
      }
      return isInTheWay;
    });
  }

  /**
   * Leaves an unreadable change out. If the file differs by now, it is being changed: a file that
   * the session moves leaves a whiteout, which cannot be read.
   */
  private void leaveUnread(Change change, String reason) {
    if (change.statusAfter().isEmpty() || isStill(change)) {
      leave(change.path(), reason);
    } else {
      conflict(change.path(), Waiting.BEING_CHANGED);
    }
  }

  private boolean isStill(Change change) {
    FileStatus listed = change.statusAfter().orElseThrow();
    try {
      return layers
          .session(change.path())
          .filter(now -> now.changed() == listed.changed() && now.is(listed.kind()))
          .isPresent();
    } catch (IOException e) {
      return true;
    }
  }

  /**
   * Names a directory that is not removed because it still has entries, if none of its entries is
   * named.
   */
  private void leaveFilled(RawPath directory) {
    String prefix = directory.bytes() + "/";
    if (waiting.stream().noneMatch(each -> each.path().bytes().startsWith(prefix))) {
      leave(directory, "it is not empty in the project");
    }
  }

  private void one(Change change) throws IOException {
    RawPath path = change.path();
    Optional<RawPath> repository = layers.git().closed(path);
    if (repository.isPresent()) {
      leaveOutOf(repository.get(), path);
    } else if (Staging.contains(path)) {
      leave(path, "bawn uses this name while it merges");
    } else if (path.isTooLong()) {
      leave(path, "its path is longer than " + RawPath.LONGEST + " bytes");
    } else if (change.statusAfter().filter(after -> after.size() > room).isPresent()) {
      leave(path, "it is larger than the free space of the project");
    } else if (layers.hid(path)) {
      leave(path, layers.hiding(change).orElseThrow());
    } else if (approvals.containsKey(path) && !approvals.get(path).seen().isAlike(change)) {
      throw new ChangedSinceReview("the session changed it");
    } else if (isContentApproved(path)) {
      approved(change, approvals.get(path));
    } else if (isWhole(path)) {
      whole(change);
    } else if (!isSpecial(change)) {
      if (layers.others(path) == Others.UNKNOWN) {
        withoutBase(change, Others.UNKNOWN.label());
      } else {
        known(change);
      }
    }
  }

  /**
   * Handles a change without a known base: both sides are written into the file if markers are
   * requested.
   */
  private void withoutBase(Change change, String reason) throws IOException {
    RawPath path = change.path();
    Optional<FileStatus> after = change.statusAfter().filter(each -> each.is(FileKind.FILE));
    Optional<FileStatus> there = layers.project(path).filter(each -> each.is(FileKind.FILE));
    if (!markers || after.isEmpty() || there.isEmpty() || isOfAnother(path)) {
      conflict(path, reason);
      return;
    }
    both(path, there.get(), after.get(), Optional.of(new byte[0]));
  }

  private boolean isContentApproved(RawPath path) {
    return approvals.containsKey(path) && approvals.get(path).content().isPresent();
  }

  /** Tells whether a review saw the project's version, and takes the session's file instead. */
  private boolean isWhole(RawPath path) {
    return approvals.containsKey(path)
        && approvals.get(path).content().isEmpty()
        && approvals.get(path).project().isPresent();
  }

  private void whole(Change change) throws IOException {
    RawPath path = change.path();
    if (isSpecial(change)) {
      return;
    }
    if (isOfAnother(path)) {
      leave(path, OF_ANOTHER_USER);
      return;
    }
    Optional<FileStatus> project = layers.project(path);
    Version was = project.isPresent() ? project(path, project.get()) : Version.NONE;
    if (!approvals.get(path).project().equals(Optional.of(new ReviewedVersion(was.text())))) {
      throw new ChangedSinceReview("the project's version changed");
    }
    Optional<FileStatus> after = change.statusAfter();
    if (after.isEmpty()) {
      remove(path, was, false);
    } else if (project.isEmpty()) {
      create(path, after.get());
    } else if (after.get().is(FileKind.DIRECTORY)) {
      Version now = directory(project.get(), after.get());
      step(others, path, was, now, now, false, null);
    } else {
      replace(change, after.get(), project.get(), was);
    }
  }

  /** Replaces a file or link by another one. */
  private void replace(Change change, FileStatus after, FileStatus there, Version was)
      throws IOException {
    RawPath path = change.path();
    int mode =
        there.is(FileKind.FILE)
            ? mode(path, change.statusBefore().orElse(there), after, there)
            : after.permissionBits();
    take(path, after, mode, was, layers.others(path) == Others.NOTHING);
  }

  /** Merges the text that a review approved instead of the session's file. */
  private void approved(Change change, Approval approval) throws IOException {
    RawPath path = change.path();
    if (isSpecial(change)) {
      return;
    }
    if (isOfAnother(path)) {
      leave(path, OF_ANOTHER_USER);
      return;
    }
    FileStatus after = change.statusAfter().orElseThrow(() -> new ChangedMeanwhile(path));
    Optional<FileStatus> project = layers.project(path);
    if (project.isEmpty()) {
      approvedAsNew(change, after, approval);
      return;
    }
    if (approval.project().isEmpty() && hasNoBase(change)) {
      return;
    }
    FileStatus there = project.get();
    byte[] ours =
        layers
            .readProject(path, file -> file.content(TextMerge.LARGEST))
            .orElseThrow(() -> new ChangedMeanwhile(path));
    byte[] theirs = reviewed(path);
    Optional<TextMerge> text = text(path, approval, there, ours);
    if (text.isPresent()) {
      int mode = mode(path, change.statusBefore().orElse(there), after, there);
      byte[] base = approval.base().orElse(theirs);
      put(path, after, mode, version(there, ours), base, text.get().content());
    }
  }

  /**
   * Tells whether the changes of others are unknown: then only a review that saw the project's
   * version can replace it.
   */
  private boolean hasNoBase(Change change) {
    if (layers.others(change.path()) == Others.UNKNOWN) {
      conflict(change.path(), Others.UNKNOWN.label());
    } else if (change.statusBefore().isEmpty()) {
      conflict(change.path(), Waiting.BOTH_CREATED);
    } else {
      return false;
    }
    return true;
  }

  /** The session's text, which must be the one that was reviewed. */
  private byte[] reviewed(RawPath path) throws IOException {
    byte[] theirs =
        layers
            .fileAfter(path, TextMerge.LARGEST)
            .orElseThrow(() -> new ChangedSinceReview("the session changed it"));
    requireSeen(path, Version.file(0, HashedContent.hash(theirs)));
    return theirs;
  }

  private void approvedAsNew(Change change, FileStatus after, Approval approval)
      throws IOException {
    RawPath path = change.path();
    boolean isSeen = approval.project().equals(Optional.of(ReviewedVersion.NOTHING));
    if (!isSeen && (change.statusBefore().isPresent() || approval.project().isPresent())) {
      conflict(path, "the session changed it, and it was removed from the project");
    } else if (!parents(path.parent())) {
      conflict(path, "the project has something else in place of its directory");
    } else {
      int mode = after.permissionBits();
      put(path, after, mode, Version.NONE, reviewed(path), approval.content().orElseThrow());
    }
  }

  /** The merged text; empty if the change is left out. */
  private Optional<TextMerge> text(RawPath path, Approval approval, FileStatus there, byte[] ours)
      throws IOException {
    byte[] content = approval.content().orElseThrow();
    if (approval.project().isPresent()) {
      ReviewedVersion now = new ReviewedVersion(version(there, ours).text());
      if (!now.equals(approval.project().get())) {
        throw new ChangedSinceReview("the project's version changed");
      }
      return Optional.of(new TextMerge(content, false));
    }
    Optional<byte[]> base = layers.fileBefore(path, TextMerge.LARGEST);
    Optional<TextMerge> text =
        base.isPresent() ? TextMerge.of(base.get(), ours, content, session) : Optional.empty();
    if (text.isEmpty()) {
      conflict(path, "both sides changed it, and it cannot be merged line by line");
    } else if (text.get().hasConflicts() && !markers) {
      conflict(path, Waiting.SAME_LINES);
      return Optional.empty();
    }
    return text;
  }

  private void requireSeen(RawPath path, Version version) throws ChangedSinceReview {
    if (approvals.containsKey(path) && !approvals.get(path).seen().hasContentOf(version)) {
      throw new ChangedSinceReview("the session changed it");
    }
  }

  private static boolean isSpecial(FileStatus status) {
    return !status.is(FileKind.FILE) && !status.is(FileKind.LINK) && !status.is(FileKind.DIRECTORY);
  }

  private boolean isSpecial(Change change) {
    Optional<FileStatus> after = change.statusAfter();
    if (change instanceof Change.Unclear(_, _, var obstacle)) {
      leave(change.path(), obstacle.sentence());
    } else if (change instanceof Change.Renamed) {
      leave(change.path(), "it is only a redirect to another directory");
    } else if (after.isPresent() && after.get().isSetId()) {
      leave(change.path(), "a setuid or setgid file is never merged");
    } else if (after.isPresent() && isSpecial(after.get())) {
      leave(change.path(), "a " + after.get().kind().words() + " is never merged");
    } else if (after.isEmpty()
        && change.statusBefore().filter(MergeDecisions::isSpecial).isPresent()) {
      String kind = change.statusBefore().get().kind().words();
      leave(change.path(), "the removal of a " + kind + " is never merged");
    } else {
      return false;
    }
    return true;
  }

  private void known(Change change) throws IOException {
    boolean changed = layers.others(change.path()) == Others.CHANGED;
    RawPath path = change.path();
    if (isOfAnother(path)) {
      leave(path, OF_ANOTHER_USER);
      return;
    }
    switch (change) {
      case Change.Added addition -> added(addition);
      case Change.Removed removal -> removed(removal, changed);
      case Change.Modified(_, var before, var after) -> modified(path, before, after, changed);
      case Change.ModeChanged(_, var before, var after) -> modified(path, before, after, changed);
      case Change.TypeChanged(_, var before, var after) ->
          typeChanged(path, before, after, changed);
      case Change.Replaced(_, var before, var after) -> {
        if (before.permissions() != after.permissions()) {
          modified(path, before, after, changed);
        }
      }
      case Change.Renamed _, Change.Unclear _ -> {}
    }
  }

  private boolean isOfAnother(RawPath path) throws IOException {
    return layers.project(path).filter(there -> there.owner() != uid).isPresent();
  }

  private void added(Change.Added change) throws IOException {
    RawPath path = change.path();
    FileStatus after = change.statusAfter().orElseThrow();
    Optional<FileStatus> there = layers.project(path);
    if (after.is(FileKind.DIRECTORY)) {
      if (there.isEmpty() || removed.contains(path)) {
        directory(path);
      } else if (!there.get().is(FileKind.DIRECTORY)) {
        conflict(path, Waiting.OF_ANOTHER_KIND);
      }
    } else if (there.isPresent()) {
      boolean areFiles = after.is(FileKind.FILE) && there.get().is(FileKind.FILE);
      withoutBase(change, areFiles ? Waiting.BOTH_CREATED : Waiting.OF_ANOTHER_KIND);
    } else if (!notCarried.contains(moves.get(path))) {
      create(path, after);
    }
  }

  /** Creates a file or link at a free path. */
  private void create(RawPath path, FileStatus after) throws IOException {
    if (!parents(path.parent())) {
      conflict(path, "the project has something else in place of its directory");
      return;
    }
    Carried both = carried.get(moves.get(path));
    if (both != null) {
      requireSeen(path, Version.file(0, HashedContent.hash(both.session())));
      put(path, after, both.mode(), Version.NONE, both.session(), both.text());
      return;
    }
    boolean fromBase = layers.others(path) == Others.NOTHING;
    take(path, after, newMode(path, after), Version.NONE, fromBase);
  }

  /** Puts the file or link of the session at a path. */
  private void take(RawPath path, FileStatus after, int mode, Version was, boolean fromBase)
      throws IOException {
    Version session = session(path, after, mode);
    step(others, path, was, session, session, fromBase, fromSession(path, after, session));
  }

  /** Removes a file, a link or an empty directory of the project. */
  private void remove(RawPath path, Version was, boolean fromBase) throws IOException {
    step(removals, path, was, Version.NONE, Version.NONE, fromBase, null);
  }

  /**
   * The permissions of a file where nothing is. The group bits of a file with an access control
   * list are its mask, see acl(5): without the list they would give rights to the group.
   */
  private int newMode(RawPath path, FileStatus after) throws IOException {
    int mode = after.permissionBits();
    boolean isMore = (mode >> 3 & ~mode & OTHERS) != 0;
    return isMore && after.is(FileKind.FILE) && source(path).isEmpty()
        ? layers.readSession(path, OpenFile::modeWithoutList) & PERMISSIONS
        : mode;
  }

  /** The file of the project that the session moved to this path. */
  private Optional<RawPath> source(RawPath path) throws IOException {
    RawPath from = moves.get(path);
    return from != null && layers.project(from).filter(each -> each.is(FileKind.FILE)).isPresent()
        ? Optional.of(from)
        : Optional.empty();
  }

  private void directory(RawPath path) throws IOException {
    if (!parents(path)) {
      conflict(path, "the project has something else in place of its directory");
    }
  }

  /** Makes the missing parent directories; false if a path of one is taken. */
  private boolean parents(RawPath directory) throws IOException {
    if (directory.equals(RawPath.TOP) || madeOrGone.contains(directory)) {
      return true;
    }
    Optional<FileStatus> there = layers.project(directory);
    boolean isThere = there.isPresent() && there.get().is(FileKind.DIRECTORY);
    if (isThere) {
      return true;
    }
    if (there.isPresent() && !removed.contains(directory) || !parents(directory.parent())) {
      return false;
    }
    madeOrGone.add(directory);
    // a directory that was not requested itself is made for its entries, and not writable by every
    // user
    int permissions = meant.contains(directory) ? PERMISSIONS : PERMISSIONS & ~ALL_WRITE;
    int mode =
        layers.session(directory).map(status -> status.mode() & permissions).orElse(NEW_DIRECTORY);
    Version made = Version.directory(mode);
    step(others, directory, Version.NONE, made, made, true, null);
    return true;
  }

  private void removed(Change.Removed change, boolean changed) throws IOException {
    RawPath path = change.path();
    FileStatus before = change.statusBefore().orElseThrow();
    if (before.is(FileKind.DIRECTORY)) {
      if (isEmptied(path)) {
        remove(path, Version.directory(before.mode()), true);
      } else {
        filled.add(path);
      }
    } else if (carried.containsKey(path)) {
      remove(path, carried.get(path).project(), false);
    } else if (changed) {
      String to = moved.containsKey(path) ? "moved it to " + moved.get(path).shown() : "removed it";
      conflict(path, "the session " + to + ", and it changed in the project");
    } else {
      remove(path, project(path, before), true);
    }
  }

  private void modified(RawPath path, FileStatus before, FileStatus after, boolean changed)
      throws IOException {
    if (after.is(FileKind.DIRECTORY) && changed) {
      conflict(path, "both sides changed its permissions");
    } else if (after.is(FileKind.DIRECTORY)) {
      Version was = Version.directory(before.mode());
      Version now = directory(before, after);
      step(others, path, was, now, now, true, null);
    } else if (changed) {
      both(path, before, after, layers.fileBefore(path, TextMerge.LARGEST));
    } else {
      FileStatus there = layers.project(path).orElseThrow(() -> new ChangedMeanwhile(path));
      take(path, after, mode(path, before, after, there), project(path, before), true);
    }
  }

  /** A directory of the project with the permissions that the session gave it. */
  private static Version directory(FileStatus there, FileStatus after) {
    return Version.directory(there.mode() & ~PERMISSIONS | after.permissions());
  }

  /** The permissions of the merged file. The comparison has decided them if the base is known. */
  private int mode(RawPath path, FileStatus before, FileStatus after, FileStatus there) {
    return after.is(FileKind.FILE)
            && before.mode() == there.mode()
            && layers.others(path) != Others.UNKNOWN
        ? after.permissionBits()
        : mode(before, after, there);
  }

  private int mode(FileStatus before, FileStatus after, FileStatus there) {
    if (!after.is(FileKind.FILE)) {
      return 0;
    }
    if (before.permissions() == after.permissions()) {
      return there.permissionBits();
    }
    return before.mode() == there.mode() && !layers.isSince(there)
        ? after.permissionBits()
        : MergedPermissions.of(before, after, there);
  }

  /** Merges a file that both the session and others changed. */
  private void both(RawPath path, FileStatus before, FileStatus after, Optional<byte[]> base)
      throws IOException {
    Optional<FileStatus> there = layers.project(path);
    if (there.isEmpty()) {
      conflict(path, "the session changed it, and it was removed from the project");
      return;
    }
    if (!there.get().is(FileKind.FILE) || !after.is(FileKind.FILE)) {
      conflict(path, "both sides changed it");
      return;
    }
    Optional<byte[]> theirs = layers.fileAfter(path, TextMerge.LARGEST);
    Optional<byte[]> ours = layers.readProject(path, file -> file.content(TextMerge.LARGEST));
    Optional<TextMerge> text =
        base.isPresent() && theirs.isPresent() && ours.isPresent()
            ? TextMerge.of(base.get(), ours.get(), theirs.get(), session)
            : Optional.empty();
    if (text.isEmpty()) {
      conflict(path, "both sides changed it, and it cannot be merged line by line");
    } else if (!isTaken(text.get(), ours.get())) {
      conflict(path, markers ? "its text has conflict markers already" : Waiting.SAME_LINES);
    } else {
      requireSeen(path, Version.file(0, HashedContent.hash(theirs.get())));
      int mode = mode(path, before, after, there.get());
      Version was = version(there.get(), ours.get());
      put(path, after, mode, was, theirs.get(), text.get().content());
    }
  }

  private static Version version(FileStatus there, byte[] ours) {
    return Version.file(there.mode(), HashedContent.hash(ours));
  }

  /** Replaces a file by a text. */
  private void put(
      RawPath path, FileStatus after, int mode, Version was, byte[] theirs, byte[] content)
      throws IOException {
    Version now = Version.file(mode, HashedContent.hash(content));
    Version session = Version.file(after.permissionBits(), HashedContent.hash(theirs));
    step(
        others,
        path,
        was,
        now,
        session,
        layers.others(path) == Others.NOTHING,
        (directory, name) -> {
          directory.create(name, new ByteArrayInputStream(content), mode);
          return new Staging.Put(now, Optional.of(theirs));
        });
  }

  private void typeChanged(RawPath path, FileStatus before, FileStatus after, boolean changed)
      throws IOException {
    if (changed && after.is(FileKind.DIRECTORY) && layers.project(path).isEmpty()) {
      directory(path);
    } else if (changed) {
      conflict(
          path,
          "the session replaced it with a "
              + after.kind().words()
              + ", and it changed in the project");
    } else if (before.is(FileKind.DIRECTORY)) {
      if (!isEmptied(path)) {
        conflict(
            path,
            hasRepository(path)
                ? "a git repository is in the directory that the session replaced"
                : "the project has new files in the directory that the session replaced");
        return;
      }
      remove(path, Version.directory(before.mode()), true);
      take(path, after, after.permissionBits(), Version.NONE, true);
    } else if (after.is(FileKind.DIRECTORY)) {
      remove(path, project(path, before), true);
      directory(path);
    } else {
      take(path, after, after.permissionBits(), project(path, before), true);
    }
  }

  private boolean hasRepository(RawPath directory) throws IOException {
    for (RawPath each : layers.projectNames(directory)) {
      boolean isDirectory =
          layers.project(each).filter(status -> status.is(FileKind.DIRECTORY)).isPresent();
      if (layers.git().closed(each).isPresent() || isDirectory && hasRepository(each)) {
        return true;
      }
    }
    return false;
  }

  /** Tells whether the session removed all entries that the project has in a directory. */
  private boolean isEmptied(RawPath directory) throws IOException {
    Boolean known = emptied.get(directory);
    if (known == null) {
      known = true;
      for (RawPath each : layers.projectNames(directory)) {
        known &= removed.contains(each) && (!directories.contains(each) || isEmptied(each));
      }
      emptied.put(directory, known);
    }
    return known;
  }

  /**
   * The project's version of a file that is unchanged since the session began.
   *
   * @param seen the status at the comparison
   */
  private Version project(RawPath path, FileStatus seen) throws IOException {
    if (seen.is(FileKind.LINK)) {
      return Version.link(new String(layers.linkProject(path), StandardCharsets.ISO_8859_1));
    }
    if (seen.is(FileKind.DIRECTORY)) {
      return Version.directory(seen.mode());
    }
    String hash = layers.readProject(path, file -> file.digest(HashedContent.digest()));
    FileStatus now = layers.project(path).orElseThrow(() -> new ChangedMeanwhile(path));
    if (now.changed() != seen.changed() || !now.is(seen.kind())) {
      throw new ChangedMeanwhile(path);
    }
    return Version.file(now.mode(), hash);
  }

  private Version session(RawPath path, FileStatus after, int mode) throws IOException {
    if (after.is(FileKind.FILE) && !approvals.containsKey(path)) {
      return layers.readSession(path, _ -> Version.unread(mode));
    }
    Version version =
        after.is(FileKind.LINK)
            ? Version.link(new String(layers.linkAfter(path), StandardCharsets.ISO_8859_1))
            : Version.file(
                mode, layers.readSession(path, file -> file.digest(HashedContent.digest())));
    requireSeen(path, version);
    return version;
  }

  private Staging.Content fromSession(RawPath path, FileStatus after, Version version) {
    if (after.is(FileKind.LINK)) {
      return (directory, name) ->
          Staging.put(
              new String(layers.linkAfter(path), StandardCharsets.ISO_8859_1), directory, name);
    }
    return (directory, name) ->
        layers.readSession(path, file -> Staging.put(file, directory, name, version.mode()));
  }

  private void step(
      List<MergeStep> steps,
      RawPath path,
      Version before,
      Version after,
      Version session,
      boolean fromBase,
      Staging.Content content)
      throws IOException {
    Optional<RawPath> model = Optional.empty();
    if (after.is(FileKind.FILE)) {
      model = before.is(FileKind.FILE) ? Optional.of(path) : source(path);
      leaveAttributes(path, model);
    }
    int number = next++;
    steps.add(new MergeStep(number, path, before, after, session, fromBase, Optional.empty()));
    if (content != null) {
      contents.put(
          number, model.isPresent() ? withAttributes(model.get(), after.mode(), content) : content);
    }
  }

  /**
   * A merge replaces or moves a file: the new one has the attributes of the project's.
   *
   * @param model the path of the project's file
   */
  private Staging.Content withAttributes(RawPath model, int mode, Staging.Content content) {
    return (directory, name) -> {
      Staging.Put put = content.put(directory, name);
      Staging.give(layers.readProject(model, OpenFile::attributes), mode, directory, name);
      return put;
    };
  }

  /** Nobody has seen what a session wrote there: they stay in the session, and are named. */
  private void leaveAttributes(RawPath path, Optional<RawPath> model) throws IOException {
    Map<String, byte[]> own = layers.readSession(path, OpenFile::ofUser);
    if (own.isEmpty()) {
      return;
    }
    Map<String, byte[]> there =
        model.isPresent() ? layers.readProject(model.get(), OpenFile::ofUser) : Map.of();
    String names =
        own.keySet().stream()
            .filter(name -> !Arrays.equals(own.get(name), there.get(name)))
            .collect(Collectors.joining(", "));
    if (!names.isEmpty()) {
      leave(path, "its extended attributes are not merged: " + Printable.of(names));
    }
  }

  private void conflict(RawPath path, String reason) {
    waiting.add(new Waiting(path, reason, true));
  }

  /** Leaves a repository whose directory is not {@code .git} out as a whole, and names it once. */
  private void leaveOutOf(RawPath repository, RawPath path) throws IOException {
    if (GitFiles.areInDotGit(path)) {
      leave(path, "git's own files are never merged as files");
    } else if (layers.git().isBeside(path)) {
      leave(path, "nothing is merged into the directory of a git repository");
    } else if (repositories.add(repository)) {
      leave(repository, "a git repository is never merged as files");
    }
  }

  private void leave(RawPath path, String reason) {
    waiting.add(new Waiting(path, reason, false));
  }
}
