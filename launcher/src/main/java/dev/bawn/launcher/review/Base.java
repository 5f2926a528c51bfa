package dev.bawn.launcher.review;

import dev.bawn.contract.failure.Failed;
import dev.bawn.launcher.linux.FileStatus;
import dev.bawn.launcher.workspace.BaseDirectory;
import dev.bawn.launcher.workspace.GitProcess;
import dev.bawn.launcher.workspace.GitRepository;
import dev.bawn.launcher.workspace.IndexReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The project as a session found it. For a file that is unchanged since, by its change time, the
 * base is the file in the project itself. For a file that changed since, git's index at the start
 * names the content. Other files are recorded just after the start. For any other path the base is
 * unknown.
 */
public final class Base implements AutoCloseable {

  /** The base of a session without a record: the project as it is now stands for it. */
  public static final Base NONE =
      new Base(
          Path.of("/"),
          Long.MAX_VALUE,
          false,
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          "",
          Map.of(),
          false,
          BaseRecord.NONE,
          false,
          false);

  private final Path directory;
  private final long begun;
  private final boolean isClockSetBack;
  private final Optional<GitIndex> index;
  private final Optional<GitObjects> blobs;
  private final Optional<GitRepository> repository;
  private final String prefix;
  private final Map<RawPath, MergedBase> merged;
  private final boolean isOfAnotherProject;
  private final FoundRecord record;
  private final boolean isIgnoring;
  private final boolean isOfAgent;

  private Base(
      Path directory,
      long begun,
      boolean isClockSetBack,
      Optional<GitIndex> index,
      Optional<GitObjects> blobs,
      Optional<GitRepository> repository,
      String prefix,
      Map<RawPath, MergedBase> merged,
      boolean isOfAnotherProject,
      FoundRecord record,
      boolean isIgnoring,
      boolean isOfAgent) {
    this.isOfAgent = isOfAgent;
    this.record = record;
    this.isIgnoring = isIgnoring;
    this.isOfAnotherProject = isOfAnotherProject;
    this.merged = Map.copyOf(merged);
    this.directory = directory;
    this.begun = begun;
    this.isClockSetBack = isClockSetBack;
    this.repository = repository;
    this.index = index;
    this.blobs = blobs;
    this.prefix = prefix;
  }

  /**
   * Opens the base of a session.
   *
   * @param directory the directory of the record, written at the start
   * @param project the project; empty for a session without one
   * @param begun the time at which the session was planned, just before its start
   * @param merged the paths whose base a merge changed
   * @param isOfAnotherProject whether the project's path leads to another directory by now
   */
  public static Base of(
      Path directory,
      Optional<Path> project,
      Instant begun,
      Map<RawPath, MergedBase> merged,
      boolean isOfAnotherProject) {
    if (project.isEmpty() || !Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
      return NONE;
    }
    long nanos = BaseDirectory.nanos(begun);
    boolean isClockSetBack = BaseDirectory.isClockSetBack(directory);
    BaseRecord record = new BaseRecord(directory);
    Optional<GitRepository> repository =
        GitRepository.of(project.get()).filter(each -> isOfTheSameOwner(each, directory));
    if (repository.isEmpty() || !GitProcess.isInstalled()) {
      return new Base(
          directory,
          nanos,
          isClockSetBack,
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          "",
          merged,
          isOfAnotherProject,
          record,
          false,
          false);
    }
    Path objects = repository.get().common().resolve("objects");
    GitObjects blobs = new GitObjects(directory, objects);
    Optional<GitIndex> index =
        isIndexKept(directory, begun)
            ? Optional.of(new GitIndex(directory, objects, blobs))
            : Optional.empty();
    return new Base(
        directory,
        nanos,
        isClockSetBack,
        index,
        Optional.of(blobs),
        repository,
        repository.get().prefix(project.get()),
        merged,
        isOfAnotherProject,
        record,
        index.isPresent(),
        false);
  }

  /**
   * Opens the base of an agent's changes, or of a session on a checkout.
   *
   * @param directory the caller's directory for git's files; it is made
   * @param project the project, or the checkout of a session without one
   * @param found the repository of the project
   * @param lower the copy of the project below the overlay
   * @param git the layer with the session's own repository, if it has one
   * @param merged the paths whose base a merge changed
   * @param isOfAgent whether an agent made the changes
   */
  public static Base below(
      Path directory,
      Path project,
      Optional<GitRepository> found,
      Path lower,
      Optional<Path> git,
      Map<RawPath, MergedBase> merged,
      boolean isOfAgent)
      throws IOException {
    makeDirectory(directory);
    Optional<GitRepository> repository =
        found.filter(each -> GitProcess.isInstalled() && isOfTheSameOwner(each, directory));
    return new Base(
        directory,
        Long.MIN_VALUE,
        false,
        Optional.empty(),
        repository.map(each -> new GitObjects(directory, each.common().resolve("objects"))),
        repository,
        repository.map(each -> each.prefix(project)).orElse(""),
        merged,
        false,
        LowerLayer.of(lower, git),
        repository.isPresent(),
        isOfAgent);
  }

  /** Not the workspace above it: a session that was renamed or removed has none here any more. */
  private static void makeDirectory(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      Files.createDirectory(directory);
    }
  }

  private static boolean isOfTheSameOwner(GitRepository repository, Path directory) {
    try {
      return Files.getAttribute(repository.common().resolve("objects"), "unix:uid")
          .equals(Files.getAttribute(directory, "unix:uid"));
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Tells whether the recorded index is still the one of the start. Some programs write an index in
   * place; then it is no longer the base.
   */
  private static boolean isIndexKept(Path directory, Instant begun) {
    Path index = directory.resolve("index");
    try {
      return Files.isRegularFile(index, LinkOption.NOFOLLOW_LINKS)
          && Files.getLastModifiedTime(index).toInstant().isBefore(begun);
    } catch (IOException e) {
      return false;
    }
  }

  /** Sessions of earlier versions have the index alone, and others may have none. */
  private void complete() {
    try {
      BaseDirectory.complete(directory, repository.orElseThrow());
    } catch (IOException e) {
      throw new Failed(
          "the base of the session cannot be read: " + directory,
          "is the disk full? df " + directory);
    }
  }

  /**
   * Tells whether a file with this change time may have been changed since the session started.
   *
   * @param changed in nanoseconds since the epoch
   */
  boolean isSince(long changed) {
    return isClockSetBack || changed >= begun;
  }

  /**
   * Tells whether the directory at a path is the one of the start, by its inode. New entries in it
   * do not matter.
   */
  boolean hadDirectory(RawPath path, FileStatus status) throws IOException {
    return record.hadDirectory(path, status);
  }

  /** The merges that changed the base of a path. */
  MergedBase merged(RawPath path) throws IOException {
    MergedBase all = merged.get(path);
    if (all == null) {
      return MergedBase.NONE;
    }
    return record instanceof LowerLayer copy ? all.onCopy(copy.updated(path)) : all;
  }

  /**
   * The recorded base of a path: of a directory, or of a file that git's index did not name or did
   * not have in that state; empty for other paths.
   */
  Optional<KnownBase> recorded(RawPath path) throws IOException {
    return record.at(path);
  }

  /** The content of the file that {@link #recorded} names, if it can be read. */
  Optional<BaseContent> content(RawPath path) throws IOException {
    return record.content(path);
  }

  /**
   * Tells whether the project has something at a path that a mask or mount hid from the session.
   */
  boolean hid(RawPath path) throws IOException {
    return record.hid(path);
  }

  /**
   * Tells whether a path did not exist at the start, and git's index did not name it. Files that
   * git ignores have no record.
   *
   * @param rules those of {@link #ignoreRules()}
   */
  boolean lacked(RawPath path, Optional<IgnoreRules> rules) throws IOException {
    if (!record.lacked(path)) {
      return false;
    }
    return repository.isEmpty() || rules.isPresent() && !rules.get().ignore(path, false);
  }

  /** Tells whether a path may have existed at the start with a content that no record has. */
  boolean isUnknown(RawPath path) throws IOException {
    return record.isUnknown(path);
  }

  /** The path of the project in its repository, with a slash at the end; empty at the top. */
  String prefix() {
    return prefix;
  }

  /**
   * Tells whether the project's path leads to another directory than at the start of the session.
   */
  boolean isOfAnotherProject() {
    return isOfAnotherProject;
  }

  boolean hasMerged() {
    return !merged.isEmpty();
  }

  /** The files among these paths that git's index named at the start. */
  Map<RawPath, BaseFile> files(Collection<RawPath> paths) throws IOException {
    if (index.isEmpty() || paths.isEmpty()) {
      return Map.of();
    }
    complete();
    return index.get().files(paths, prefix);
  }

  /**
   * The contents of files that the user had checked out for a while since the session began; none
   * without git.
   */
  Map<RawPath, Set<String>> checkedOut(Set<RawPath> paths) throws IOException {
    if (blobs.isEmpty() || paths.isEmpty()) {
      return Map.of();
    }
    complete();
    return CheckedOut.versions(repository.orElseThrow(), begun, blobs.get(), paths, prefix);
  }

  /**
   * The versions of files in the commits of the log of HEAD that the checked-out commit reaches,
   * see {@link CheckedOut#reached}; none without git.
   */
  Map<RawPath, List<String>> committed(Set<RawPath> paths) throws IOException {
    if (blobs.isEmpty() || paths.isEmpty()) {
      return Map.of();
    }
    complete();
    return CheckedOut.reached(repository.orElseThrow(), begun, blobs.get(), paths, prefix);
  }

  /** The content of a version; empty if it has more bytes than that. */
  Optional<byte[]> version(String id, int most) throws IOException {
    return blobs.orElseThrow().blob(id, most);
  }

  /** The rules by which git ignores files of the project; empty if git was not used. */
  Optional<IgnoreRules> ignoreRules() throws IOException {
    return isIgnoring
        ? Optional.of(IgnoreRules.of(repository.orElseThrow(), prefix))
        : Optional.empty();
  }

  /**
   * The rules in the {@code .gitignore} files that the session found; empty if git was not used.
   */
  Optional<IgnoreRules> foundIgnoreRules() throws IOException {
    if (!isIgnoring) {
      return Optional.empty();
    }
    complete();
    Map<RawPath, BaseFile> tracked =
        index.isPresent() ? index.get().named(IgnoreRules.NAME) : Map.of();
    return Optional.of(IgnoreRules.of(path -> foundRules(path, tracked), prefix));
  }

  private Optional<byte[]> foundRules(RawPath path, Map<RawPath, BaseFile> tracked)
      throws IOException {
    String top = RawPath.raw(prefix);
    Optional<BaseContent> recorded =
        path.bytes().startsWith(top)
            ? record.content(new RawPath(path.bytes().substring(top.length())))
            : Optional.empty();
    Optional<BaseContent> content =
        recorded.or(() -> Optional.ofNullable(tracked.get(path)).map(BaseFile::content));
    return content.isPresent() ? content.get().bytes(IgnoreRules.LARGEST) : Optional.empty();
  }

  /** The project's repository, with {@link BaseDirectory} complete; nothing without git. */
  Optional<GitRepository> repository() {
    if (blobs.isEmpty()) {
      return Optional.empty();
    }
    complete();
    return repository;
  }

  /** Returns the object IDs that the project's repository has now; none if git was not used. */
  private Set<String> objects(Set<String> ids) throws IOException {
    if (blobs.isEmpty() || ids.isEmpty()) {
      return Set.of();
    }
    complete();
    return blobs.get().those(ids);
  }

  /**
   * Returns the files without a copy in git: git has neither a file at that path at the start, nor
   * one with the same content at any other path.
   *
   * @param contents gives the contents to compare
   */
  Set<RawPath> withoutCopy(Collection<RawPath> paths, Contents contents) throws IOException {
    Map<RawPath, Blob> blobs = blobs(paths, contents);
    blobs.values().removeIf(Blob::isKnown);
    Set<String> there = objects(blobs.values().stream().map(Blob::id).collect(Collectors.toSet()));
    blobs.values().removeIf(each -> there.contains(each.id()));
    return blobs.keySet();
  }

  /** Tells whether the project's repository names objects by SHA-256. */
  boolean usesSha256() throws IOException {
    if (repository.isEmpty()) {
      return false;
    }
    complete();
    return BaseDirectory.usesSha256(directory);
  }

  /** The blobs of these files and links. */
  Map<RawPath, Blob> blobs(Collection<RawPath> paths, Contents contents) throws IOException {
    Map<RawPath, BaseFile> known = files(paths);
    boolean isSha256 = usesSha256();
    Map<RawPath, Blob> blobs = new HashMap<>();
    for (RawPath path : paths) {
      BlobOf blob = new BlobOf(Optional.ofNullable(known.get(path)), isSha256);
      if (contents.read(path, blob)) {
        blobs.put(path, blob.blob());
      }
    }
    return blobs;
  }

  /** The blobs that the index of the project names now; none where it cannot be read. */
  Set<String> staged() throws IOException {
    if (repository.isEmpty() || !Files.isRegularFile(repository.get().index())) {
      return Set.of();
    }
    try (InputStream index = Files.newInputStream(repository.get().index())) {
      return IndexReader.files(index, BaseDirectory.usesSha256(directory)).keySet();
    } catch (IOException e) {
      return Set.of();
    }
  }

  /** Tells whether the base is a copy of the project, and not the project itself. */
  boolean isCopy() {
    return record instanceof LowerLayer;
  }

  /** Tells whether an agent made the changes. */
  boolean isOfAgent() {
    return isOfAgent;
  }

  /** Tells whether the start of the session recorded a base. */
  public boolean isRecorded() {
    return begun != Long.MAX_VALUE;
  }

  @Override
  public void close() {
    blobs.ifPresent(GitObjects::close);
    if (record instanceof LowerLayer lower) {
      lower.close();
    }
  }
}
