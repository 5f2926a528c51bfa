package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.FileStatus;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
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
 * Separates the changes of a session from the changes that others made since it began. The input is
 * the differences between the project as it is now and the session's view; the output is the
 * differences between the base and that view.
 */
final class Attribution {

  /** The mode of a base file if no other mode is known. */
  private static final int PLAIN = 0_644;

  /**
   * The largest file whose content is compared, in bytes. A larger file is only checked for a
   * change since the start.
   */
  private static final int LARGEST = 16 << 20;

  private static final int RUNS = 0_111;

  private final Base base;
  private final HiddenPaths hidden;
  private final Places lower;
  private final Places upper;
  private final TakenBackMerges merges;
  private final Map<RawPath, Others> others = new HashMap<>();
  private final Map<RawPath, BaseFile> files = new HashMap<>();
  private final Map<RawPath, Boolean> settled = new HashMap<>();
  private final Map<RawPath, Boolean> arrived = new HashMap<>();
  private final Map<RawPath, Boolean> elsewhere = new HashMap<>();
  private final Set<RawPath> kept = new HashSet<>();
  private final Set<RawPath> returned = new HashSet<>();
  private final Map<RawPath, MergedBase> asMerged = new HashMap<>();
  private final ReadingLimit limit = new ReadingLimit();
  private Map<RawPath, BaseFile> known = Map.of();

  Attribution(Base base, HiddenPaths hidden, Places lower, Places upper) {
    this.base = base;
    this.hidden = hidden;
    this.lower = lower;
    this.upper = upper;
    this.merges = new TakenBackMerges(lower, this::content);
  }

  /** The changes that others made at a path that the session changed. */
  Others others(RawPath path) {
    return others.getOrDefault(path, Others.NOTHING);
  }

  /**
   * Paths of merges that others took back in the project: the project is again as before the
   * merges, and the session still has the file as merged, or has removed it. Such a path is no
   * change of the session. The value is the number of the earliest merge that was taken back. A
   * text that others edited after they took the merge back counts, too.
   */
  Map<RawPath, Integer> takenBack() throws IOException {
    Map<RawPath, Integer> takenBack = new HashMap<>();
    for (Map.Entry<RawPath, MergedBase> each : asMerged.entrySet()) {
      int gone = merges.takenBack(each.getValue(), each.getKey());
      if (gone > 0) {
        takenBack.put(each.getKey(), each.getValue().standing().get(gone - 1).number());
      }
    }
    return takenBack;
  }

  /**
   * Tells whether others changed the file and took that back: the session's version may have their
   * lines.
   */
  boolean isReturned(RawPath path) {
    return returned.contains(path);
  }

  /** The base of a file that others changed; empty if the project still has the base. */
  Optional<BaseFile> file(RawPath path) {
    return Optional.ofNullable(files.get(path));
  }

  /**
   * Turns changes against the present project into changes against the base.
   *
   * @param changes the differences between the project as it is now and the session's view
   * @param rules the rules by which git ignores files of the project
   */
  List<Change> of(List<Change> changes, Optional<IgnoreRules> rules) throws IOException {
    others.clear();
    returned.clear();
    files.clear();
    settled.clear();
    arrived.clear();
    elsewhere.clear();
    kept.clear();
    asMerged.clear();
    List<RawPath> doubtful = new ArrayList<>();
    List<Change> met = new ArrayList<>();
    for (Change change : changes) {
      if (isMasked(change)) {
        keepDirectories(change.path());
        continue;
      }
      met.add(change);
      if (isDoubtful(change)) {
        doubtful.add(change.path());
      }
    }
    List<Change> own =
        doubtful.isEmpty() && !base.hasMerged() ? met : againstBase(met, doubtful, rules);
    own.removeIf(change -> isKeptDirectory(change));
    return withoutIdleReplacements(own);
  }

  /** A session that removes a directory does not remove the files in it that a mask hides. */
  private boolean isMasked(Change change) throws IOException {
    return change instanceof Change.Removed
        && (hidden.covering(change.path()).isPresent() || base.hid(change.path()))
        && upper.look(change.path()).isEmpty();
  }

  private void keepDirectories(RawPath path) {
    for (RawPath each = path; !each.equals(RawPath.TOP); each = each.parent()) {
      kept.add(each.parent());
    }
  }

  private List<Change> againstBase(
      List<Change> changes, List<RawPath> doubtful, Optional<IgnoreRules> rules)
      throws IOException {
    known = base.files(doubtful);
    Set<RawPath> asked = new HashSet<>(doubtful);
    List<Change> own = new ArrayList<>();
    for (Change change : changes) {
      Optional<KnownBase> kept = merged(change, asked.contains(change.path()));
      if (kept.isEmpty() && asked.contains(change.path())) {
        kept = base.recorded(change.path());
      }
      if (kept.isPresent()) {
        againstKept(kept.get(), change, content(change.path())).ifPresent(own::add);
      } else if (asked.contains(change.path())) {
        BaseFile was = known.get(change.path());
        (was == null ? againstUnknown(change, rules) : againstKnown(was, change))
            .ifPresent(own::add);
      } else {
        own.add(change);
      }
    }
    own.removeAll(committed(own));
    if (!base.isCopy() && !files.isEmpty()) {
      markPassing(own);
    }
    return own;
  }

  /**
   * The changes that arrived in the project by a commit, and that others changed again after that:
   * a commit that the checked-out one reaches has the session's version. If a later commit has the
   * base again, others took the change back, and it counts.
   */
  private List<Change> committed(List<Change> changes) throws IOException {
    Map<RawPath, Change> both = new HashMap<>();
    for (Change change : changes) {
      if (others(change.path()) == Others.CHANGED && isOfContent(change)) {
        both.put(change.path(), change);
      }
    }
    List<Change> arrived = new ArrayList<>();
    for (Map.Entry<RawPath, List<String>> each : base.committed(both.keySet()).entrySet()) {
      Change change = both.get(each.getKey());
      if (hasArrived(change, each.getValue())) {
        arrived.add(change);
      }
    }
    return arrived;
  }

  /**
   * Tells whether a version in git can equal the session's: git also keeps whether a file is
   * executable, and the project's file and the session's must agree in that.
   */
  private boolean isOfContent(Change change) throws IOException {
    return switch (change) {
      case Change.Removed _ -> true;
      case Change.Modified _, Change.Added _ ->
          lower
              .look(change.path())
              .filter(it -> it.isExecutable() == change.statusAfter().get().isExecutable())
              .isPresent();
      default -> false;
    };
  }

  /**
   * Tells whether the newest of these versions that is the session's is newer than the base. The
   * commits before the start of a session on a copy are among them: there, the base must follow. If
   * no commit has the base, another version must follow: the oldest commit may be from before the
   * start.
   */
  private boolean hasArrived(Change change, List<String> versions) throws IOException {
    Set<String> of = versionsOf(change);
    Set<String> was = versionsBefore(change.path());
    int arrived = first(versions, of);
    int begun = first(versions, was);
    return arrived >= 0
        && (begun < 0
            ? !base.isCopy() && !of.containsAll(versions.subList(arrived, versions.size()))
            : arrived < begun);
  }

  private static int first(List<String> versions, Set<String> these) {
    int at = 0;
    while (at < versions.size() && !these.contains(versions.get(at))) {
      at++;
    }
    return at < versions.size() ? at : -1;
  }

  private Set<String> versionsOf(Change change) throws IOException {
    Optional<FileStatus> after = change.statusAfter();
    if (after.isEmpty()) {
      return Set.of(CheckedOut.NONE);
    }
    boolean isSha256 = base.usesSha256();
    try {
      return switch (after.get().kind()) {
        case FILE ->
            upper.reading(
                change.path(),
                file -> limit.allows(file) ? GitBlob.madeOf(file, isSha256) : Set.<String>of());
        case LINK -> Set.of(GitBlob.idOf(upper.link(change.path()), isSha256));
        default -> Set.of();
      };
    } catch (FileSystemException e) {
      return Set.of(); // removed meanwhile, or unreadable
    }
  }

  private Set<String> versionsBefore(RawPath path) throws IOException {
    BaseFile was = files.get(path);
    if (was == null) {
      return Set.of(CheckedOut.NONE);
    }
    if (was.content() instanceof GitBlob blob) {
      return Set.of(blob.id());
    }
    boolean isSha256 = base.usesSha256();
    return was.content()
        .bytes(LARGEST)
        .map(bytes -> GitBlob.madeOf(bytes, isSha256))
        .orElse(Set.of());
  }

  /**
   * Marks a file that both sides changed, if the session began with a version of it that git's log
   * of HEAD names since the start, for example the version of another branch.
   */
  private void markPassing(List<Change> changes) throws IOException {
    Set<RawPath> both = new HashSet<>();
    for (Change change : changes) {
      if (change instanceof Change.Modified
          && files.containsKey(change.path())
          && base.merged(change.path()).equals(MergedBase.NONE)) {
        both.add(change.path());
      }
    }
    for (Map.Entry<RawPath, Set<String>> each : base.checkedOut(both).entrySet()) {
      if (beganWithPassing(each.getKey(), each.getValue())) {
        returned.add(each.getKey());
      }
    }
  }

  private boolean beganWithPassing(RawPath path, Set<String> versions) throws IOException {
    try {
      Optional<byte[]> was = files.get(path).content().bytes(TextMerge.LARGEST);
      Optional<byte[]> now = lower.reading(path, file -> file.content(TextMerge.LARGEST));
      Optional<byte[]> session = upper.reading(path, file -> file.content(TextMerge.LARGEST));
      if (was.isEmpty() || now.isEmpty() || session.isEmpty()) {
        return false;
      }
      for (String version : versions) {
        Optional<byte[]> passing = base.version(version, TextMerge.LARGEST);
        if (passing.isPresent()
            && TextMerge.isOfPassing(passing.get(), was.get(), now.get(), session.get())) {
          return true;
        }
      }
      return false;
    } catch (FileSystemException e) {
      return false; // removed meanwhile, or unreadable
    }
  }

  /**
   * The base that merges made of a path. If others took a merge back and the session changed the
   * path since, the base is the one before that merge, so that the merged lines count as a change
   * again.
   */
  private Optional<KnownBase> merged(Change change, boolean isAsked) throws IOException {
    MergedBase merged = base.merged(change.path());
    List<MergedBase.Merge> standing = merged.standing();
    if (standing.isEmpty()) {
      return merged.restored().filter(_ -> isAsked);
    }
    KnownBase last = standing.getFirst().session();
    if (isStill(last, change)) {
      if (!last.isDirectory()) {
        asMerged.put(change.path(), merged);
      }
      return Optional.of(last);
    }
    int gone = merges.takenBack(merged, change.path());
    if (gone > 0) {
      returned.add(change.path()); // the session's version has the merged lines, too
    }
    return gone < standing.size()
        ? Optional.of(standing.get(gone).session())
        : merged.restored().filter(_ -> isAsked);
  }

  /** Tells whether the session still has the file, link or directory that a merge recorded. */
  private boolean isStill(KnownBase was, Change change) throws IOException {
    Optional<FileStatus> after = change.statusAfter();
    return was.isNothing() || was.isDirectory()
        ? after.map(FileStatus::kind).equals(was.kind())
        : isStill(was.file(Optional.empty()), after, upper, change.path()).orElse(false);
  }

  /** The content that the session found, from the record of the start or from git's index. */
  private Optional<BaseContent> content(RawPath path) throws IOException {
    Optional<BaseContent> recorded = base.content(path);
    return recorded.isPresent()
        ? recorded
        : Optional.ofNullable(known.get(path)).map(BaseFile::content);
  }

  /**
   * Drops the {@link Change.Replaced} entries that cover no other change. A directory that the
   * session removed and made again is a change of its own only while it hides or covers something
   * of the project; otherwise only its permissions can differ.
   */
  private static List<Change> withoutIdleReplacements(List<Change> changes) {
    if (changes.stream().noneMatch(Change.Replaced.class::isInstance)) {
      return List.copyOf(changes);
    }
    Set<RawPath> covering = new HashSet<>();
    for (Change change : changes) {
      RawPath each = change.path();
      boolean isOverSomething =
          !(change instanceof Change.Replaced) && change.statusBefore().isPresent();
      while (isOverSomething && !each.equals(RawPath.TOP)) {
        each = each.parent();
        isOverSomething = covering.add(each);
      }
    }
    List<Change> left = new ArrayList<>();
    for (Change change : changes) {
      if (!(change instanceof Change.Replaced(var path, var before, var after))
          || covering.contains(path)) {
        left.add(change);
      } else if (before.permissions() != after.permissions()) {
        left.add(new Change.ModeChanged(path, before, after));
      }
    }
    return List.copyOf(left);
  }

  /** Tells whether a removed directory contains hidden files, which the session did not remove. */
  private boolean isKeptDirectory(Change change) {
    return change instanceof Change.Removed && change.isDirectory() && kept.contains(change.path());
  }

  /** Tells whether the present state of the project may differ from the base. */
  private boolean isDoubtful(Change change) throws IOException {
    if (change instanceof Change.Unclear
        || change instanceof Change.Renamed
        || change instanceof Change.Replaced && !isOfMode(change)
        || GitFiles.areInDotGit(change.path())) {
      return false;
    }
    Optional<FileStatus> now = change.statusBefore();
    return now.isPresent()
        ? base.isSince(now.get().changed())
            || mayHaveArrived(change)
            || !now.get().is(FileKind.DIRECTORY) && wasElsewhere(change.path().parent())
        : !isSettled(change.path().parent());
  }

  /**
   * Tells whether others may have moved a file into the project since, together with its directory.
   * A rename of a directory changes the times of that directory and of its parent, but not of its
   * files.
   */
  private boolean mayHaveArrived(Change change) throws IOException {
    return !change.statusBefore().orElseThrow().is(FileKind.DIRECTORY)
        && mayHaveArrived(change.path().parent());
  }

  private boolean mayHaveArrived(RawPath directory) throws IOException {
    if (directory.equals(RawPath.TOP)) {
      return base.isOfAnotherProject();
    }
    Boolean before = arrived.get(directory);
    if (before == null) {
      before =
          mayHaveArrived(directory.parent())
              || isSinceOrClosed(directory) && !isSettled(directory.parent());
      arrived.put(directory, before);
    }
    return before;
  }

  private boolean isSinceOrClosed(RawPath directory) throws IOException {
    try {
      Optional<FileStatus> status = lower.look(directory);
      return status.isPresent()
          && base.isSince(status.get().changed())
          && !base.hadDirectory(directory, status.get());
    } catch (AccessDeniedException e) {
      return true;
    }
  }

  /**
   * Tells whether the entries of a directory are unchanged since the session began. For a missing
   * directory, this compares its nearest existing parent.
   */
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

  /** The change against a base that a merge or the record of the start names. */
  private Optional<Change> againstKept(KnownBase was, Change change, Optional<BaseContent> content)
      throws IOException {
    if (change instanceof Change.Unclear || change instanceof Change.Renamed) {
      return Optional.of(change);
    }
    if (was.isDirectory()) {
      return againstDirectory(was, change);
    }
    boolean isGoneAgain = was.isNothing() && change instanceof Change.Removed;
    if (change.isDirectory() && !isOnAnother(change) && !isGoneAgain) {
      return Optional.of(change);
    }
    return was.isNothing() ? againstNothing(change) : againstKnown(was.file(content), change);
  }

  /** Tells whether the project has anything but a directory at the path. */
  private static boolean isOnAnother(Change change) {
    return change.statusBefore().filter(there -> !there.is(FileKind.DIRECTORY)).isPresent();
  }

  /**
   * The directory was there at the start, or a merge made it. Where others removed it, that is not
   * the session's doing. Its permissions are the session's change if they differ from the base, and
   * a conflict if the project's permissions differ from the base, too.
   */
  private Optional<Change> againstDirectory(KnownBase was, Change change) {
    if (change.statusBefore().filter(there -> there.is(FileKind.DIRECTORY)).isEmpty()) {
      boolean isStill =
          change.statusAfter().filter(there -> there.is(FileKind.DIRECTORY)).isPresent();
      return isStill ? Optional.empty() : againstNothing(change);
    }
    if (isOfMode(change) && change.statusBefore().orElseThrow().permissions() != was.mode()) {
      if (change.statusAfter().orElseThrow().permissions() == was.mode()) {
        return withoutMode(change);
      }
      others.put(change.path(), Others.CHANGED);
    }
    return Optional.of(change);
  }

  /** Tells whether the project also has the directory, with other permissions. */
  private static boolean isOfMode(Change change) {
    return change.isDirectory()
        && change.statusAfter().isPresent()
        && change.statusBefore().filter(there -> there.is(FileKind.DIRECTORY)).isPresent()
        && change.statusBefore().get().permissions() != change.statusAfter().get().permissions();
  }

  /** The rest of a change after the permissions, which only others changed, are left out. */
  private static Optional<Change> withoutMode(Change change) {
    return change instanceof Change.Replaced(var path, _, var after)
        ? Optional.of(new Change.Replaced(path, after, after))
        : Optional.empty();
  }

  private Optional<Change> againstNothing(Change change) {
    if (change instanceof Change.Removed) {
      return Optional.empty();
    }
    if (change.statusBefore().isEmpty()) {
      return Optional.of(change);
    }
    others.put(change.path(), Others.CHANGED);
    return Optional.of(new Change.Added(change.path(), change.statusAfter().orElseThrow()));
  }

  private Optional<Change> againstKnown(BaseFile was, Change change) throws IOException {
    RawPath path = change.path();
    Optional<FileStatus> now = change.statusBefore();
    Optional<Boolean> same = isStill(was, now, lower, path);
    if (same.isEmpty()) {
      if (now.filter(there -> !base.isSince(there.changed())).isEmpty()) {
        others.put(path, Others.UNKNOWN);
      }
      return Optional.of(change);
    }
    if (same.get()) {
      if (isAsBefore(change)) {
        returned.add(path);
      }
      return withoutOthersMode(change);
    }
    Optional<FileStatus> after = change.statusAfter();
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

  /**
   * Tells whether others changed a file and took that back, so that the session may have begun with
   * their version. A merge and its undo do not count; and a session on a copy never saw their
   * version.
   */
  private boolean isAsBefore(Change change) throws IOException {
    return !base.isCopy()
        && change.statusBefore().isPresent()
        && (base.isSince(change.statusBefore().get().changed())
            || wasElsewhere(change.path().parent()))
        && base.merged(change.path()).equals(MergedBase.NONE);
  }

  /**
   * Tells whether others moved a directory, or one above it, since the session began, and no entry
   * of it changed after that: they may have moved it away and back, and the session may have seen
   * another one in its place. The files in it still have their old change times.
   */
  private boolean wasElsewhere(RawPath directory) throws IOException {
    Boolean before = elsewhere.get(directory);
    if (before == null) {
      before =
          isMovedSince(directory)
              || !directory.equals(RawPath.TOP) && wasElsewhere(directory.parent());
      elsewhere.put(directory, before);
    }
    return before;
  }

  private boolean isMovedSince(RawPath directory) throws IOException {
    try {
      return lower
          .look(directory)
          .filter(it -> base.isSince(it.changed()) && it.changed() > it.modified())
          .isPresent();
    } catch (AccessDeniedException e) {
      return false;
    }
  }

  /**
   * Leaves out the permissions that others gave the project's file, or that they may have given it.
   * Those that a merge gave it and an undo took back are the session's.
   */
  private Optional<Change> withoutOthersMode(Change change) throws IOException {
    Optional<FileStatus> now = change.statusBefore().filter(there -> there.is(FileKind.FILE));
    Optional<FileStatus> after = change.statusAfter().filter(there -> there.is(FileKind.FILE));
    if (now.isEmpty()
        || after.isEmpty()
        || !base.isSince(now.get().changed())
        || base.merged(change.path()).tookBack(now.get(), after.get())) {
      return Optional.of(change);
    }
    FileStatus meant = MergedPermissions.given(now.get(), after.get(), now.get());
    return switch (change) {
      case Change.ModeChanged(var path, var before, _) ->
          before.permissions() == meant.permissions()
              ? Optional.empty()
              : Optional.of(new Change.ModeChanged(path, before, meant));
      case Change.Modified(var path, var before, _) ->
          Optional.of(new Change.Modified(path, before, meant));
      default -> Optional.of(change);
    };
  }

  /** Returns a session's change of a file that existed at its start. */
  private Change changed(
      RawPath path, BaseFile was, Optional<FileStatus> there, Optional<FileStatus> after)
      throws IOException {
    FileStatus like = there.or(() -> after).orElseThrow();
    FileStatus before = like.as(was.kind(), mode(was, like), size(was, like));
    if (after.isEmpty()) {
      return new Change.Removed(path, before);
    }
    if (!after.get().is(was.kind())) {
      return new Change.TypeChanged(path, before, after.get());
    }
    FileStatus now =
        after.get().is(FileKind.FILE)
            ? MergedPermissions.given(before, after.get(), before)
            : after.get();
    return holdsTheSame(was, upper, path).orElse(false)
        ? new Change.ModeChanged(path, before, now)
        : new Change.Modified(path, before, now);
  }

  private static int mode(BaseFile was, FileStatus like) {
    int mode = like.is(FileKind.FILE) ? like.mode() : PLAIN;
    return was.isExecutable() ? mode | RUNS & mode >> 2 : mode & ~RUNS;
  }

  private static long size(BaseFile was, FileStatus like) throws IOException {
    return was.content() instanceof GitBlob blob && blob.size() > 0 ? blob.size() : like.size();
  }

  /**
   * The change of a path that git's index did not name: the file may have existed at the start, or
   * may be new.
   */
  private Optional<Change> againstUnknown(Change change, Optional<IgnoreRules> rules)
      throws IOException {
    if (isOfMode(change)) {
      others.put(change.path(), Others.UNKNOWN);
      return Optional.of(change);
    }
    if (change.statusBefore().isEmpty() && base.isUnknown(change.path()) && isCopiedUp(change)) {
      others.put(change.path(), Others.UNKNOWN); // others removed it
      return Optional.of(change);
    }
    if (change instanceof Change.TypeChanged
        && !isOnAnother(change)
        && base.lacked(change.path(), rules)
        && !base.hadDirectory(change.path(), change.statusBefore().orElseThrow())) {
      return againstNothing(change);
    }
    if (change.statusBefore().isEmpty() || change.statusBefore().get().is(FileKind.DIRECTORY)) {
      return Optional.of(change);
    }
    if (change instanceof Change.Removed && upper.look(change.path()).isEmpty()) {
      keepDirectories(change.path());
      return Optional.empty();
    }
    if (base.lacked(change.path(), rules) && !isCopiedUp(change)) {
      return againstNothing(change);
    }
    if (!base.isSince(change.statusBefore().get().changed()) && !mayHaveArrived(change)) {
      return Optional.of(change); // the project as it is now is the only known base
    }
    others.put(change.path(), Others.UNKNOWN);
    return Optional.of(change);
  }

  /**
   * Tells whether the session has changed a file that existed below it: the overlay has copied it
   * up.
   */
  private boolean isCopiedUp(Change change) throws IOException {
    return change.statusAfter().filter(now -> now.is(FileKind.FILE)).isPresent()
        && upper.reading(change.path(), OverlayMarks::isCopiedUp);
  }

  /** Tells whether a file or link equals its base; empty if that cannot be determined. */
  private Optional<Boolean> isStill(
      BaseFile was, Optional<FileStatus> status, Places places, RawPath path) throws IOException {
    if (status.isEmpty()
        || !status.get().is(was.kind())
        || status.get().isExecutable() != was.isExecutable()) {
      return Optional.of(false);
    }
    return holdsTheSame(was, places, path);
  }

  private Optional<Boolean> holdsTheSame(BaseFile was, Places places, RawPath path)
      throws IOException {
    try {
      if (was.kind() == FileKind.LINK) {
        return was.content().isLinkTo(places.link(path));
      }
      boolean isOfKnownSize = !(was.content() instanceof HashedContent hashed) || hashed.isCopied();
      return places.reading(
          path,
          file ->
              isOfKnownSize || limit.allows(file)
                  ? was.content().isThatOf(file)
                  : Optional.<Boolean>empty());
    } catch (NoSuchFileException | NotDirectoryException e) {
      return Optional.of(false);
    } catch (AccessDeniedException e) {
      return Optional.empty();
    }
  }
}
