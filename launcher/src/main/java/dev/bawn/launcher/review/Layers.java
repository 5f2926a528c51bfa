package dev.bawn.launcher.review;

import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.FileStatus;
import dev.bawn.launcher.linux.OpenDirectory;
import dev.bawn.launcher.workspace.GitRepository;
import dev.bawn.launcher.workspace.RepositoryLayer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
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

/** The project and what a session laid over it, both held open. */
public final class Layers implements AutoCloseable {

  private static final int LONGEST_LINK = 4096;

  /** A larger file is shown by nobody, and compared by nobody who only counts. */
  private static final int MOST_HELD = 16 << 20;

  /** How many changes are compared for one that is counted: directories have no line. */
  private static final int WALKED = 5;

  /** Nobody reviews more, and a list of them has to fit into memory. */
  private static final int MOST = 500_000;

  private final Optional<Path> project;
  private final Places lower;
  private final Places upper;
  private final HiddenPaths hidden;
  private final Attribution attribution;
  private final Base base;
  private GitFiles git;
  private Optional<Held> held = Optional.empty();
  private final Set<RawPath> ignored = new HashSet<>();
  private Optional<SessionIndex> index = Optional.empty();
  private final Map<RawPath, byte[]> links = new HashMap<>();

  private Layers(
      Optional<Path> project, Places lower, OpenDirectory upper, HiddenPaths hidden, Base base) {
    this.project = project;
    this.lower = lower;
    this.upper = new Places(Optional.of(upper));
    this.hidden = hidden;
    this.base = base;
    this.git = new GitFiles(this.lower, List.of());
    this.attribution = new Attribution(base, hidden, this.lower, this.upper);
  }

  /**
   * Opens both.
   *
   * @param project below; nothing for a workspace that began empty
   * @param masks the layer that hides something of the project; nothing where nothing is hidden
   * @param upper the upper layer
   * @param base the project as the session found it; the caller closes it
   * @throws Failed if one of them is not there, or cannot be read
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
      return new Layers(project, below, open(upper, "what the session changed"), hidden, base);
    } catch (Failed e) {
      below.close();
      throw e;
    }
  }

  /** What such a layer hides. */
  static HiddenPaths hidden(Path masks) {
    try (OpenDirectory layer = open(masks, "what hides files from the session")) {
      return HiddenPaths.in(layer);
    } catch (IOException e) {
      throw new Failed("cannot read which files were hidden: " + masks, "see: ls -lR " + masks);
    }
  }

  /**
   * Whether the project has something there that the session never saw. A mask covers names that
   * the project does not have, too: what a session makes there is its own.
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

  static OpenDirectory open(Path path, String what) {
    try {
      return OpenDirectory.at(path);
    } catch (NoSuchFileException e) {
      throw new Failed(what + " is missing: there is no " + path, "see: bawn list");
    } catch (IOException e) {
      throw new Failed(what + " cannot be read: " + path, "see: ls -ld " + path);
    }
  }

  /**
   * All that the session changed of what it found, sorted bytewise by path.
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
      List<Change> changes = attributed(comparison, rules);
      ignore(changes, rules);
      return changes;
    } finally {
      rules.ifPresent(IgnoreRules::close);
    }
  }

  /**
   * How many changes have a line of their own, without git's own files and without those that git
   * ignores: what lies in an ignored directory costs nothing. A large file that the session wrote
   * counts as changed.
   *
   * @param most how far it counts
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
      List<Change> references =
          comparison.changes().stream()
              .filter(change -> !change.isDirectory() && GitFiles.areCommitsOf(change.path()))
              .toList();
      if (comparison.isFull() && !references.isEmpty()) {
        // it may be full of references, which do not count
        comparison =
            compare(
                WALKED * most,
                MOST_HELD,
                (path, isNew, isDirectory) ->
                    GitFiles.areInDotGit(path) || ignoring.at(path, isNew, isDirectory));
      }
      if (comparison.isFull()) {
        return new ChangeCount(most, !skipped.isEmpty(), references);
      }
      List<Change> changes = attributed(comparison, rules);
      ignore(changes, rules);
      List<Change> counted = new ArrayList<>();
      for (Change change : changes) {
        if (!ignores(change) && !git.contain(change.path())) {
          counted.add(change);
        }
      }
      Set<RawPath> sources = Moves.of(this, counted).sources();
      long count = counted.stream().filter(ListedChanges.among(counted, sources)).count();
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

  private List<Change> attributed(Comparison comparison, Optional<IgnoreRules> rules)
      throws IOException {
    List<Change> all =
        base.isCopy() ? CopiedPermissions.without(comparison.changes()) : comparison.changes();
    git = new GitFiles(lower, all);
    return attribution.of(all, rules);
  }

  /** What git knew is never ignored. */
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
      index = Optional.of(SessionIndex.of(upper, base.usesSha256()));
    }
    return index.get();
  }

  /** Which of the session's changes lie in a repository. */
  public GitFiles git() {
    return git;
  }

  /** Whether git ignores that change, by the project's rules and what the session added to git. */
  public boolean ignores(Change change) {
    return ignored.contains(change.path());
  }

  /**
   * The changes that git ignores, and ignored by the {@code .gitignore} files that the session
   * found. There are none where the session changed such a file.
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

  /** The commit that the project has checked out now, as far as that can be told. */
  public Optional<String> head() throws IOException {
    return ProjectHead.of(lower);
  }

  /** The last commit of a branch of the project, by its full name, as far as that can be told. */
  public Optional<String> branch(String reference) throws IOException {
    return ProjectHead.branch(lower, reference);
  }

  /** The project's repository; nothing where git is not used. */
  public Optional<GitRepository> repository() {
    return base.repository();
  }

  /** What comes before a path of the project in its repository; empty at its top. */
  public String repositoryPrefix() {
    return base.prefix();
  }

  /** What was read of directories and links until now counts no more. */
  public void lookAnew() {
    links.clear();
    index = Optional.empty();
    lower.forget();
    upper.forget();
  }

  /** What others did, since the session began, to something that it changed. */
  public Others others(RawPath path) {
    return attribution.others(path);
  }

  /**
   * Files that merges changed and that the project has as before again, while the session has them
   * as they were merged: with each path the number of the merge before which the project is. As the
   * last look at all changes found it.
   *
   * @param isEdited whether texts count, too, that others edited after that: this compares lines
   */
  public Map<RawPath, Integer> takenBack(boolean isEdited) throws IOException {
    return attribution.takenBack(isEdited);
  }

  /**
   * What a file holds now.
   *
   * @param most in bytes
   * @return nothing if it holds more
   * @throws IOException if it is no file any more, lies behind a link, or cannot be read
   */
  public Optional<byte[]> fileAfter(RawPath path, int most) throws IOException {
    Optional<Held> known = held.filter(each -> each.path().equals(path));
    return known.isPresent()
        ? known.get().content().filter(content -> content.length <= most)
        : upper.reading(path, file -> file.content(most));
  }

  /**
   * What a file of the session's holds, read once.
   *
   * @param content nothing where it is no file, or holds more than 16 MiB
   */
  public record Held(Layers layers, RawPath path, Optional<byte[]> content)
      implements AutoCloseable {
    @Override
    public void close() {
      layers.held = Optional.empty();
    }
  }

  /**
   * Reads a file once: until that is closed, {@link #fileAfter} gives these bytes. A session can
   * change a file at any moment without a trace, and what is shown of it, and the hash of what was
   * shown, are to be of the same bytes.
   */
  public Held hold(Change change) throws IOException {
    boolean isFile = change.statusAfter().filter(now -> now.is(FileKind.FILE)).isPresent();
    Optional<byte[]> content =
        isFile ? upper.reading(change.path(), file -> file.content(MOST_HELD)) : Optional.empty();
    Held now = new Held(this, change.path(), content);
    held = isFile ? Optional.of(now) : Optional.empty();
    return now;
  }

  /** What it held when the session began; as above. */
  public Optional<byte[]> fileBefore(RawPath path, int most) throws IOException {
    Optional<BaseFile> base = attribution.file(path);
    return base.isPresent()
        ? base.get().content().bytes(most)
        : lower.reading(path, file -> file.content(most));
  }

  /** Those of these files of the project that git does not have. */
  Set<RawPath> withoutCopy(Collection<RawPath> paths) throws IOException {
    return paths.isEmpty() || !hasBase()
        ? Set.of()
        : base.withoutCopy(
            paths,
            (path, use) -> {
              try {
                return lower.reading(path, use::file);
              } catch (FileSystemException e) {
                return false; // it has gone, or is closed
              }
            });
  }

  /**
   * What git has, or would have, for these contents, without what the project's index names.
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

  /** What git has, or would have, for these contents of files and links. */
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

  /** What the project has there now, if anything; a link is a link. */
  public Optional<FileStatus> project(RawPath path) throws IOException {
    return lower.look(path);
  }

  /** What the project has in a directory now. */
  public List<RawPath> projectNames(RawPath directory) throws IOException {
    return lower.names(directory);
  }

  /** Whether others may have changed a file of the project since the session began. */
  public boolean isSince(FileStatus project) {
    return base.isSince(project.changed());
  }

  /** Whether an agent wrote the upper layer: bawn does not fetch its commits. */
  public boolean areOfAgent() {
    return base.isOfAgent();
  }

  /** Whether the start recorded the base. */
  public boolean hasBase() {
    return base.isRecorded();
  }

  /** What the session has there, if that is in its upper layer. */
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

  /** Where a link of the project leads now. */
  public byte[] linkProject(RawPath path) throws IOException {
    return lower.link(path);
  }

  /** The paths of these changes, and others, that act for the user by what leads to them. */
  TrustedPaths trusted(List<Change> changes, HazardousNames names) {
    return TrustedPaths.of(project, changes.stream().map(Change::path).toList(), names);
  }

  /** What decides for one review where links lead. */
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
   * Where a link leads now. A link is read once: what is judged to be harmless is what is merged,
   * also while the session works.
   */
  public byte[] linkAfter(RawPath path) throws IOException {
    byte[] known = links.get(path);
    if (known == null) {
      known = upper.link(path);
      links.put(path, known);
    }
    return known.clone();
  }

  /** Where a link led when the session began. */
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
