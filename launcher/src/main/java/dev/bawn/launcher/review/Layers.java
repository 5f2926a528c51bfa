package dev.bawn.launcher.review;

import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.FileStatus;
import dev.bawn.launcher.linux.OpenDirectory;
import dev.bawn.launcher.linux.RawName;
import dev.bawn.launcher.workspace.GitRepository;
import dev.bawn.launcher.workspace.RepositoryLayer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** The project and the layers of a session over it, all held open. */
public final class Layers implements AutoCloseable {

  private static final RawPath DOT_GIT = RawPath.of(".git");

  private static final int LONGEST_LINK = 4096;

  /**
   * The largest file that is held in memory, in bytes. Larger ones are not displayed; a mere count
   * does not compare them.
   */
  private static final int MOST_HELD = 16 << 20;

  /** The number of paths compared for each change counted: directories are not counted. */
  private static final int WALKED = 5;

  /** The most changes of a review: the list must fit into memory. */
  private static final int MOST = 500_000;

  private final Optional<Path> project;
  private final Places lower;
  private final Places upper;
  private final Path changed;
  private final HiddenPaths hidden;
  private final Attribution attribution;
  private final Base base;
  private GitFiles git;
  private Optional<Held> held = Optional.empty();
  private final Set<RawPath> ignored = new HashSet<>();
  private Optional<SessionIndex> index = Optional.empty();
  private Optional<RawPath> topDirectory = Optional.empty();
  private List<Change> settled = List.of();

  /** The directories above the changes. */
  private final Set<RawPath> parents = new HashSet<>();

  private final Map<RawPath, byte[]> links = new HashMap<>();

  private Layers(Optional<Path> project, Places lower, Path upper, HiddenPaths hidden, Base base) {
    this.project = project;
    this.lower = lower;
    this.upper = new Places(Optional.of(open(upper, "the directory of the session's changes")));
    this.changed = upper;
    this.hidden = hidden;
    this.base = base;
    this.git = new GitFiles(this.lower, this.upper, List.of());
    this.attribution = new Attribution(base, hidden, this.lower, this.upper);
  }

  /**
   * Opens the project and the layers.
   *
   * @param project the project below; empty for a workspace that began empty
   * @param masks the layer that hides files of the project; empty if nothing is hidden
   * @param upper the upper layer
   * @param base the project as the session found it; the caller closes it
   * @throws Failed if one of them is missing, or cannot be read
   */
  public static Layers open(Optional<Path> project, Optional<Path> masks, Path upper, Base base) {
    HiddenPaths hidden = masks.map(Layers::hidden).orElse(HiddenPaths.NONE);
    Places below =
        new Places(
            project.map(path -> open(path, "the project")),
            project
                .flatMap(_ -> RepositoryLayer.beside(upper))
                .map(path -> open(path, "the repository of the session")));
    try {
      return new Layers(project, below, upper, hidden, base);
    } catch (Failed e) {
      below.close();
      throw e;
    }
  }

  /** The paths that a layer of masks hides. */
  static HiddenPaths hidden(Path masks) {
    try (OpenDirectory layer = open(masks, "the directory that hides files from the session")) {
      return HiddenPaths.in(layer);
    } catch (IOException e) {
      throw new Failed("cannot read which files were hidden: " + masks, "see: ls -lR " + masks);
    }
  }

  /**
   * Tells whether the project has a file at the path that is hidden from the session. A mask also
   * covers names that the project does not have; files that a session makes there are its own.
   */
  public boolean hid(RawPath path) {
    Optional<RawPath> covering = hidden.covering(path);
    if (covering.isEmpty() || lower.top().isEmpty()) {
      return false;
    }
    try {
      return lower.look(covering.get()).isPresent();
    } catch (IOException e) {
      return true;
    }
  }

  /**
   * The reason why a change is left out whose file is hidden from the session, with the place of
   * the session's version; empty if the file is not hidden.
   */
  public Optional<String> hiding(Change change) {
    if (!hid(change.path())) {
      return Optional.empty();
    }
    String version = Printable.whole(changed) + "/" + change.path().shown();
    return Optional.of(
        "bawn hid the project's file from the session"
            + (change.statusAfter().isPresent() ? "; the session's version: " + version : ""));
  }

  static OpenDirectory open(Path path, String what) {
    try {
      return OpenDirectory.at(path);
    } catch (NoSuchFileException e) {
      throw new Failed(what + " is missing: there is no " + path, "see: bawn list");
    } catch (IOException e) {
      throw new Failed(what + " cannot be read: " + path, "see: namei -l " + path);
    }
  }

  /**
   * All changes of the session against its base, sorted bytewise by path.
   *
   * @throws Refused if there are too many changes
   */
  public List<Change> changes() throws IOException {
    Optional<IgnoreRules> rules = base.ignoreRules();
    try {
      Comparison comparison = compare(MOST, Long.MAX_VALUE, Comparison.Skipping.NOTHING);
      if (comparison.isFull()) {
        throw new Refused(
            "the session changed more than " + MOST + " files, or their paths are too long",
            "remove caches and build output in the session");
      }
      List<Change> all = found(comparison);
      git = new GitFiles(lower, upper, all);
      List<Change> changes = attribution.of(all, rules);
      settle(all, changes);
      ignore(changes, rules);
      return changes;
    } finally {
      rules.ifPresent(IgnoreRules::close);
    }
  }

  /** Notes the entries of an agent that are no change. */
  private void settle(List<Change> all, List<Change> changes) throws IOException {
    settled = new ArrayList<>();
    parents.clear();
    if (!base.isOfAgent()) {
      return;
    }
    Set<RawPath> own = changes.stream().map(Change::path).collect(Collectors.toSet());
    for (Change each : all) {
      if ((!each.isDirectory() || each.statusBefore().isEmpty())
          && !own.contains(each.path())
          && !git.contain(each.path())
          && upper.look(each.path()).isPresent()) {
        settled.add(each);
      }
    }
    own.forEach(path -> parents.addAll(path.parents()));
  }

  /**
   * The files of an agent that differ from the project and are no change, as of the last call of
   * {@link #changes}: a merge has their changes, and others changed the project's files since. The
   * agent does not see the project's files there until they are discarded. The directories of a
   * merge that others removed count, too.
   */
  public List<Change> settled() {
    return List.copyOf(settled);
  }

  /** The same without directories in which the agent has a change: to name one would discard it. */
  public List<Change> settledAlone() {
    return settled.stream().filter(each -> !parents.contains(each.path())).toList();
  }

  /**
   * Counts the changes that are listed, without git's own files and without those that git ignores.
   * An ignored directory is not walked. A large file that the session wrote counts as changed.
   *
   * @param most the number at which the count stops
   */
  public ChangeCount count(int most) throws IOException {
    Optional<IgnoreRules> rules = base.ignoreRules();
    Set<RawPath> skipped = new HashSet<>();
    Comparison.Skipping ignoring =
        (path, isNew, isDirectory) -> {
          boolean isIgnored =
              isNew && rules.isPresent() && isIgnored(rules.get(), path, isDirectory);
          if (isIgnored) {
            skipped.add(path);
          }
          return isIgnored;
        };
    try {
      Comparison comparison =
          compare(
              WALKED * most,
              MOST_HELD,
              (path, isNew, isDirectory) ->
                  GitFiles.areInDotGit(path)
                      ? !GitFiles.mayNameCommits(path, isDirectory)
                      : ignoring.at(path, isNew, isDirectory));
      List<Change> all = found(comparison);
      git = new GitFiles(lower, upper, all);
      List<Change> references = new ArrayList<>();
      for (Change change : all) {
        if (!change.isDirectory() && git.areCommits(change)) {
          references.add(change);
        }
      }
      if (comparison.isFull() && !references.isEmpty()) {
        // git's directory may have many references, which do not count
        comparison =
            compare(
                WALKED * most,
                MOST_HELD,
                (path, isNew, isDirectory) ->
                    GitFiles.areInDotGit(path) || ignoring.at(path, isNew, isDirectory));
        all = found(comparison);
      }
      if (comparison.isFull()) {
        return new ChangeCount(most, !skipped.isEmpty(), references);
      }
      List<Change> changes = attribution.of(all, rules);
      ignore(changes, rules);
      List<Change> counted = new ArrayList<>();
      List<Change> mergeable = new ArrayList<>();
      for (Change change : changes) {
        if (!ignores(change)) {
          counted.add(change);
          if (!git.contain(change.path())) {
            mergeable.add(change);
          }
        }
      }
      Set<RawPath> sources = Moves.of(this, mergeable).sources();
      long count = mergeable.stream().filter(ListedChanges.among(counted, sources)).count();
      return new ChangeCount(
          (int) Math.min(most, count), !skipped.isEmpty() || !ignored.isEmpty(), references);
    } finally {
      rules.ifPresent(IgnoreRules::close);
    }
  }

  private Comparison compare(int most, long largest, Comparison.Skipping skipping)
      throws IOException {
    lookAnew();
    Comparison comparison = new Comparison(most, largest, skipping);
    comparison.top(upper.top().orElseThrow(), lower.top(), lower.repository());
    return comparison;
  }

  private List<Change> found(Comparison comparison) {
    return base.isCopy() ? CopiedPermissions.without(comparison.changes()) : comparison.changes();
  }

  /** Notes which changes git ignores. A file in git's index is never ignored. */
  private void ignore(List<Change> changes, Optional<IgnoreRules> rules) throws IOException {
    ignored.clear();
    if (rules.isEmpty()) {
      return;
    }
    for (Change change : changes) {
      if (!git.contain(change.path())
          && isIgnored(rules.get(), change.path(), change.isDirectory())) {
        ignored.add(change.path());
      }
    }
    ignored.removeAll(base.files(ignored).keySet());
  }

  private boolean isIgnored(IgnoreRules rules, RawPath path, boolean isDirectory)
      throws IOException {
    return rules.ignore(path, isDirectory) && !index().knows(path);
  }

  private SessionIndex index() throws IOException {
    if (index.isEmpty()) {
      index = Optional.of(SessionIndex.of(upper, topIndex(), base.usesSha256()));
    }
    return index.get();
  }

  /**
   * The directory of the repository at the top, which {@code .git} may name: a link, or the file
   * that {@code git init --separate-git-dir} writes.
   */
  public RawPath gitDirectory() throws IOException {
    if (topDirectory.isEmpty()) {
      boolean isDirectory =
          lower.look(DOT_GIT).filter(there -> there.is(FileKind.DIRECTORY)).isPresent();
      topDirectory = Optional.of(isDirectory ? DOT_GIT : named().orElse(DOT_GIT));
    }
    return topDirectory.get();
  }

  private Optional<RawPath> named() throws IOException {
    Optional<GitRepository> repository = base.repository();
    if (project.isEmpty() || repository.isEmpty()) {
      return Optional.empty();
    }
    Path top = project.get().toRealPath();
    Path common = repository.get().common().toRealPath();
    return common.startsWith(top) && !common.equals(top)
        ? Optional.of(new RawPath(RawPath.raw(top.relativize(common).toString())))
        : Optional.empty();
  }

  /** The index of the repository at the top. */
  public RawPath topIndex() throws IOException {
    return gitDirectory().resolve(RawName.of("index"));
  }

  /** The session's changes that lie in a repository. */
  public GitFiles git() {
    return git;
  }

  /** Tells whether git ignores the changed path, by the project's rules and the session's index. */
  public boolean ignores(Change change) {
    return ignored.contains(change.path());
  }

  /**
   * The changes that git ignores now and that the {@code .gitignore} files of the start ignored,
   * too. The result is empty if the session changed such a file.
   *
   * @param changes all of the session
   */
  public Set<RawPath> ignoredFromTheStart(List<Change> changes) throws IOException {
    Set<RawPath> found = new HashSet<>();
    Optional<IgnoreRules> rules = ignored.isEmpty() ? Optional.empty() : base.foundIgnoreRules();
    if (rules.isEmpty() || !index().isWhole()) {
      return found;
    }
    for (Change change : changes) {
      RawPath path = change.path();
      if (path.name().equals(IgnoreRules.NAME) && !rules.get().areIn(path.parent())) {
        return Set.of();
      }
      if (ignores(change) && rules.get().surelyIgnore(path, change.isDirectory())) {
        found.add(path);
      }
    }
    return found;
  }

  /** The commit that the project has checked out now; empty if it cannot be determined. */
  public Optional<String> head() throws IOException {
    return ProjectHead.of(lower, gitDirectory());
  }

  /**
   * The last commit of a branch of the project; empty if it cannot be determined.
   *
   * @param reference the full name of the branch
   */
  public Optional<String> branch(String reference) throws IOException {
    return ProjectHead.branch(lower, gitDirectory(), reference);
  }

  /** The project's repository; empty if git is not used. */
  public Optional<GitRepository> repository() {
    return base.repository();
  }

  /** The path of the project in its repository, with a slash at the end; empty at the top. */
  public String repositoryPrefix() {
    return base.prefix();
  }

  /**
   * Forgets the directories, links and index read so far, so that the next look reads them again.
   */
  public void lookAnew() {
    links.clear();
    index = Optional.empty();
    lower.forget();
    upper.forget();
  }

  /** Tells whether others changed a file while the session ran, and took that back. */
  boolean isReturned(RawPath path) {
    return attribution.isReturned(path);
  }

  /** The changes that others made, since the session began, to a path that the session changed. */
  public Others others(RawPath path) {
    return attribution.others(path);
  }

  /**
   * The merged files that others took back in the project, while the session still has them as
   * merged. The value is the number of the earliest merge that was taken back. The state is that of
   * the last call of {@link #changes}. A text that others edited after they took the merge back
   * counts, too: this compares lines.
   */
  public Map<RawPath, Integer> takenBack() throws IOException {
    return attribution.takenBack();
  }

  /**
   * The present content of a file of the session.
   *
   * @param most in bytes
   * @return empty if it has more
   * @throws IOException if it is no longer a file, lies behind a link, or cannot be read
   */
  public Optional<byte[]> fileAfter(RawPath path, int most) throws IOException {
    Optional<Held> known = held.filter(each -> each.path().equals(path));
    return known.isPresent()
        ? known.get().content().filter(content -> content.length <= most)
        : upper.reading(path, file -> file.content(most));
  }

  /**
   * The content of a file of the session, read once.
   *
   * @param content empty if it is no file, or has more than 16 MiB
   */
  public record Held(Layers layers, RawPath path, Optional<byte[]> content)
      implements AutoCloseable {
    @Override
    public void close() {
      layers.held = Optional.empty();
    }
  }

  /**
   * Reads a file once: until the result is closed, {@link #fileAfter} returns these bytes. A
   * session can change a file at any time without a trace; the displayed content and its hash must
   * be of the same bytes.
   */
  public Held hold(Change change) throws IOException {
    boolean isFile = change.statusAfter().filter(now -> now.is(FileKind.FILE)).isPresent();
    Optional<byte[]> content =
        isFile ? upper.reading(change.path(), file -> file.content(MOST_HELD)) : Optional.empty();
    Held now = new Held(this, change.path(), content);
    held = isFile ? Optional.of(now) : Optional.empty();
    return now;
  }

  /** The content of a file when the session began; see {@link #fileAfter}. */
  public Optional<byte[]> fileBefore(RawPath path, int most) throws IOException {
    Optional<BaseFile> base = attribution.file(path);
    return base.isPresent()
        ? base.get().content().bytes(most)
        : lower.reading(path, file -> file.content(most));
  }

  /** Returns these files of the project, as far as git has no copy of them. */
  Set<RawPath> withoutCopy(Collection<RawPath> paths) throws IOException {
    return withoutCopy(paths, lower);
  }

  /**
   * Returns those of these changed files that the user edited before the start, and whose edits git
   * does not have, while it has the session's content: the session took the edits back, for example
   * by {@code git stash}.
   */
  Set<RawPath> withoutEdits(Collection<RawPath> paths) throws IOException {
    if (base.isCopy()) {
      return Set.of();
    }
    Set<RawPath> edited = new HashSet<>();
    for (RawPath path : paths) {
      if (base.recorded(path).isPresent()) {
        edited.add(path);
      }
    }
    Set<RawPath> only = new HashSet<>(withoutCopy(edited, lower));
    only.removeAll(withoutCopy(only, upper));
    return only;
  }

  private Set<RawPath> withoutCopy(Collection<RawPath> paths, Places places) throws IOException {
    return paths.isEmpty() || !hasBase()
        ? Set.of()
        : base.withoutCopy(
            paths,
            (path, use) -> {
              try {
                return places.reading(path, use::file);
              } catch (FileSystemException e) {
                return false; // the file is missing or unreadable
              }
            });
  }

  /**
   * The blobs of these contents, without those that the project's index names.
   *
   * @param paths of files and links
   */
  public Map<RawPath, Blob> unstaged(Collection<RawPath> paths, Contents contents)
      throws IOException {
    Map<RawPath, Blob> blobs = blobs(paths, contents);
    if (!blobs.isEmpty()) {
      Set<String> staged = base.staged();
      blobs.values().removeIf(each -> staged.contains(each.id()));
    }
    return blobs;
  }

  /** The blobs that git has, or would have, for these files and links. */
  public Map<RawPath, Blob> blobs(Collection<RawPath> paths, Contents contents) throws IOException {
    return paths.isEmpty() || !hasBase() ? new HashMap<>() : base.blobs(paths, contents);
  }

  /** Reads a file or a link of the project as it is now. */
  public boolean useProject(RawPath path, Contents.Use use) throws IOException {
    return project(path).filter(there -> there.is(FileKind.LINK)).isPresent()
        ? use.link(linkProject(path))
        : lower.<Boolean>reading(path, use::file);
  }

  /** Reads a file or a link of the session. */
  public boolean useSession(RawPath path, Contents.Use use) throws IOException {
    return session(path).filter(there -> there.is(FileKind.LINK)).isPresent()
        ? use.link(linkAfter(path))
        : upper.<Boolean>reading(path, use::file);
  }

  /** The status of the project's present file at a path, if it exists; links are not followed. */
  public Optional<FileStatus> project(RawPath path) throws IOException {
    return lower.look(path);
  }

  /** The path on the host of a file of the project, if it is UTF-8. */
  public Optional<Path> place(RawPath path) {
    return project.flatMap(top -> path.text().map(top::resolve));
  }

  /** The project's present entries in a directory. */
  public List<RawPath> projectNames(RawPath directory) throws IOException {
    return lower.names(directory);
  }

  /** Tells whether a file of the project may have changed since the session began. */
  public boolean isSince(FileStatus project) {
    return base.isSince(project.changed());
  }

  /** Tells whether a file on the host was modified since the session began, or created. */
  public boolean isSince(Path file) throws IOException {
    return Files.exists(file)
        && base.isSince(Files.getLastModifiedTime(file).to(TimeUnit.NANOSECONDS));
  }

  /** Tells whether an agent wrote the upper layer. bawn does not fetch an agent's commits. */
  public boolean areOfAgent() {
    return base.isOfAgent();
  }

  /** Tells whether the start of the session recorded the base. */
  public boolean hasBase() {
    return base.isRecorded();
  }

  /** Whether the upper layer that was opened is still at its path, and was not moved or removed. */
  public boolean areStillAt(Path path) throws IOException {
    FileStatus opened = upper.top().orElseThrow().status();
    try (OpenDirectory there = OpenDirectory.at(path)) {
      FileStatus now = there.status();
      return now.device() == opened.device() && now.inode() == opened.inode();
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /** Returns the session's file at this path, if it is in its upper layer. */
  public Optional<FileStatus> session(RawPath path) throws IOException {
    return upper.look(path);
  }

  /** Reads a file of the project as it is now. */
  public <T> T readProject(RawPath path, FileReading<T> reading) throws IOException {
    return lower.reading(path, reading);
  }

  /** Reads a file of the session. */
  public <T> T readSession(RawPath path, FileReading<T> reading) throws IOException {
    return upper.reading(path, reading);
  }

  /** The present target of a link of the project. */
  public byte[] linkProject(RawPath path) throws IOException {
    return lower.link(path);
  }

  /** The settings of git for the project; the caller closes them. */
  ProjectSettings startSettings() throws IOException {
    return ProjectSettings.start(project);
  }

  /** The decision where links lead, for one review. */
  LinkTarget linkTarget() {
    return new LinkTarget(List.of(this::sessionLinks, lower::links));
  }

  private Optional<List<String>> sessionLinks(RawPath path) throws IOException {
    byte[] known = links.get(path);
    if (known != null) {
      return Optional.of(List.of(new String(known, StandardCharsets.ISO_8859_1)));
    }
    Optional<List<String>> there = upper.links(path);
    there.stream()
        .flatMap(List::stream)
        .forEach(text -> links.put(path, text.getBytes(StandardCharsets.ISO_8859_1)));
    return there;
  }

  /**
   * The present target of a link of the session. It is read once, so that a merge uses the target
   * that was checked, even if the session changes it.
   */
  public byte[] linkAfter(RawPath path) throws IOException {
    byte[] known = links.get(path);
    if (known == null) {
      known = upper.link(path);
      links.put(path, known);
    }
    return known.clone();
  }

  /** The target of a link when the session began. */
  public byte[] linkBefore(RawPath path) throws IOException {
    Optional<BaseFile> base = attribution.file(path);
    return base.isPresent()
        ? base.get()
            .content()
            .bytes(LONGEST_LINK)
            .orElseThrow(() -> new NoSuchFileException(path.shown()))
        : lower.link(path);
  }

  @Override
  public void close() {
    lower.close();
    upper.close();
  }
}
