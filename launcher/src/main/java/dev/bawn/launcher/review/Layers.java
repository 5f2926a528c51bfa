package dev.bawn.launcher.review;

import dev.bawn.contract.failure.Failed;
import dev.bawn.launcher.linux.FileStatus;
import dev.bawn.launcher.linux.OpenDirectory;
import dev.bawn.launcher.workspace.GitRepository;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The project and what a session laid over it, both held open. */
public final class Layers implements AutoCloseable {

  private static final int LONGEST_LINK = 4096;

  private final Places lower;
  private final Places upper;
  private final HiddenPaths hidden;
  private final Attribution attribution;
  private final Base base;
  private final String prefix;
  private GitFiles git;
  private final Set<RawPath> ignored = new HashSet<>();
  private final Map<RawPath, byte[]> links = new HashMap<>();

  private Layers(
      Optional<OpenDirectory> lower,
      OpenDirectory upper,
      HiddenPaths hidden,
      Base base,
      String prefix) {
    this.prefix = prefix;
    this.lower = new Places(lower);
    this.upper = new Places(Optional.of(upper));
    this.hidden = hidden;
    this.base = base;
    this.git = new GitFiles(this.lower, List.of());
    this.attribution = new Attribution(base, this.lower, this.upper);
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
    Optional<OpenDirectory> below = project.map(path -> open(path, "the project"));
    try {
      return new Layers(
          below, open(upper, "what the session changed"), hidden, base, prefix(project));
    } catch (Failed e) {
      below.ifPresent(OpenDirectory::close);
      throw e;
    }
  }

  private static String prefix(Optional<Path> project) {
    return project
        .flatMap(path -> GitRepository.of(path).map(repository -> repository.prefix(path)))
        .orElse("");
  }

  /** What such a layer hides. */
  static HiddenPaths hidden(Path masks) {
    try (OpenDirectory layer = open(masks, "what hides files from the session")) {
      return HiddenPaths.in(layer);
    } catch (IOException e) {
      throw new Failed("it cannot be told what was hidden: " + masks, "see: ls -lR " + masks);
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
      throw new Failed(what + " is gone: there is no " + path, "see: bawn list");
    } catch (IOException e) {
      throw new Failed(what + " cannot be read: " + path, "see: ls -ld " + path);
    }
  }

  /** All that the session changed of what it found, sorted bytewise by path. */
  public List<Change> changes() throws IOException {
    links.clear();
    Comparison comparison = new Comparison();
    comparison.directory(RawPath.TOP, upper.top().orElseThrow(), lower.top(), 0);
    List<Change> all = comparison.changes();
    git = new GitFiles(lower, all);
    List<Change> changes = attribution.of(all);
    Optional<IgnoreRules> rules = base.ignoreRules();
    if (rules.isPresent()) {
      try (IgnoreRules open = rules.get()) {
        ignore(changes, open);
      }
    }
    return changes;
  }

  /** What git knew is never ignored. */
  private void ignore(List<Change> changes, IgnoreRules rules) throws IOException {
    ignored.clear();
    for (Change change : changes) {
      if (!git.contain(change.path()) && rules.ignore(change.path(), change.isDirectory())) {
        ignored.add(change.path());
      }
    }
    ignored.removeAll(base.files(ignored).keySet());
  }

  /** Which of the session's changes lie in a repository. */
  public GitFiles git() {
    return git;
  }

  /** Whether git ignores that change, by the project's rules. */
  public boolean ignores(Change change) {
    return ignored.contains(change.path());
  }

  /** The commit that the project has checked out now, as far as that can be told. */
  public Optional<String> head() throws IOException {
    return ProjectHead.of(lower);
  }

  /**
   * Whether the project's repository has that commit by now.
   *
   * @param id a full hash
   */
  public boolean hasCommit(String id) throws IOException {
    return base.hasObject(id) || head().filter(id::equals).isPresent();
  }

  /** What comes before a path of the project in its repository; empty at its top. */
  public String repositoryPrefix() {
    return prefix;
  }

  /** What others did, since the session began, to something that it changed. */
  public Others others(RawPath path) {
    return attribution.others(path);
  }

  /**
   * What a file holds now.
   *
   * @param most in bytes
   * @return nothing if it holds more
   * @throws IOException if it is no file any more, lies behind a link, or cannot be read
   */
  public Optional<byte[]> fileAfter(RawPath path, int most) throws IOException {
    return upper.reading(path, file -> file.content(most));
  }

  /** What it held when the session began; as above. */
  public Optional<byte[]> fileBefore(RawPath path, int most) throws IOException {
    Optional<BaseFile> base = attribution.file(path);
    return base.isPresent()
        ? base.get().content().bytes(most)
        : lower.reading(path, file -> file.content(most));
  }

  /** What the project has there now, if anything; a link is a link. */
  public Optional<FileStatus> project(RawPath path) throws IOException {
    return lower.look(path);
  }

  /** What the project has in a directory now. */
  public List<RawPath> projectNames(RawPath directory) throws IOException {
    return lower.names(directory);
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
