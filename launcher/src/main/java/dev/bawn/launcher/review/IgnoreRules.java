package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.OpenDirectory;
import dev.bawn.launcher.linux.RawName;
import dev.bawn.launcher.workspace.ExcludesFile;
import dev.bawn.launcher.workspace.GitRepository;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The rules by which git ignores files of a project: its {@code .gitignore} files, its {@code
 * info/exclude} and the user's {@code core.excludesFile}, see gitignore(5). A {@code .gitignore}
 * that a session wrote is never read here, so it hides nothing.
 */
final class IgnoreRules implements AutoCloseable {

  static final int LARGEST = 1 << 20;

  /**
   * The highest cost of all comparisons, about ten seconds: a project or a session can have written
   * any number of rules. From then on no path is ignored, since that hides nothing.
   */
  private static final long MOST_COST = 80_000_000;

  private static final RawPath EXCLUDE = RawPath.of("info/exclude");

  /** The name of the files with rules. */
  static final RawName NAME = RawName.of(".gitignore");

  /**
   * Rules for the paths below a directory.
   *
   * @param skipped the length of the directory's path, which a match skips
   */
  private record Scope(int skipped, IgnoreFile rules) {}

  /** The source of the {@code .gitignore} files. */
  @FunctionalInterface
  interface RuleFiles {
    /**
     * The content of a file; empty if there is none.
     *
     * @param path in the repository
     */
    Optional<byte[]> at(RawPath path) throws IOException;
  }

  private final RuleFiles files;
  private final String prefix;
  private final IgnoreFile exclude;
  private final Optional<ExcludesFile> ofUser;
  private final Optional<Places> repository;
  private final Map<RawPath, List<Scope>> scopes = new HashMap<>();
  private final Map<RawPath, Boolean> directories = new HashMap<>();
  private long costLeft;

  private IgnoreRules(
      RuleFiles files,
      String prefix,
      IgnoreFile exclude,
      Optional<ExcludesFile> ofUser,
      Optional<Places> repository,
      long most) {
    this.files = files;
    this.prefix = RawPath.raw(prefix);
    this.exclude = exclude;
    this.ofUser = ofUser;
    this.repository = repository;
    this.costLeft = most;
  }

  /**
   * The present rules of a repository.
   *
   * @param prefix the path of the project in it
   */
  static IgnoreRules of(GitRepository repository, String prefix) throws IOException {
    ExcludesFile ofUser = ExcludesFile.ask(); // git works at the same time
    IgnoreFile exclude;
    try (Places common = new Places(Optional.of(OpenDirectory.at(repository.common())))) {
      exclude = file(common, EXCLUDE).map(IgnoreFile::of).orElse(IgnoreFile.NONE);
    }
    Places top = new Places(Optional.of(OpenDirectory.at(repository.top())));
    return new IgnoreRules(
        path -> file(top, path), prefix, exclude, Optional.of(ofUser), Optional.of(top), MOST_COST);
  }

  /**
   * The rules of {@code .gitignore} files only.
   *
   * @param prefix the path of the project in its repository
   */
  static IgnoreRules of(RuleFiles files, String prefix) {
    return of(files, prefix, MOST_COST);
  }

  /** The same rules, with another highest cost. */
  static IgnoreRules of(RuleFiles files, String prefix, long most) {
    return new IgnoreRules(
        files, prefix, IgnoreFile.NONE, Optional.empty(), Optional.empty(), most);
  }

  /** Tells whether git would ignore a path of the project that is not in its index. */
  boolean ignore(RawPath path, boolean isDirectory) throws IOException {
    RawPath inRepository = inRepository(path);
    return isInIgnored(inRepository.parent()) || isNamed(inRepository, isDirectory);
  }

  /** Tells whether git ignores the directory or a parent of it. It reads no rules there. */
  boolean areIn(RawPath directory) throws IOException {
    return !directory.equals(RawPath.TOP) && isInIgnored(inRepository(directory));
  }

  private RawPath inRepository(RawPath path) {
    return prefix.isEmpty() ? path : new RawPath(prefix + path.bytes());
  }

  /**
   * Tells whether git ignores a path even if an unknown {@code .gitignore} exists: false if a file
   * with rules may be missing from the record, which has no {@code .gitignore} that git itself
   * ignores.
   */
  boolean surelyIgnore(RawPath path, boolean isDirectory) throws IOException {
    RawPath directory = path;
    do {
      directory = directory.parent();
      if (!areIn(directory) && ignore(directory.resolve(NAME), false)) {
        return false;
      }
    } while (!directory.equals(RawPath.TOP));
    return ignore(path, isDirectory);
  }

  private boolean isInIgnored(RawPath directory) throws IOException {
    if (directory.equals(RawPath.TOP)) {
      return false;
    }
    Boolean known = directories.get(directory);
    if (known == null) {
      known = isInIgnored(directory.parent()) || isNamed(directory, true);
      directories.put(directory, known);
    }
    return known;
  }

  /** Tells whether the nearest rule that matches the path ignores it. */
  private boolean isNamed(RawPath path, boolean isDirectory) throws IOException {
    for (Scope each : scopes(path.parent())) {
      costLeft -= each.rules().cost();
      if (costLeft < 0) {
        return false;
      }
      String name = path.bytes().substring(each.skipped());
      Optional<Boolean> ignored = each.rules().ignores(name, isDirectory);
      if (ignored.isPresent()) {
        return ignored.get();
      }
    }
    return false;
  }

  /** The rules in effect in a directory, the nearest first; empty rules are left out. */
  private List<Scope> scopes(RawPath directory) throws IOException {
    List<Scope> known = scopes.get(directory);
    if (known == null) {
      boolean isTop = directory.equals(RawPath.TOP);
      int skipped = isTop ? 0 : directory.bytes().length() + 1;
      known = new ArrayList<>();
      Optional<byte[]> rules = files.at(directory.resolve(NAME));
      known.add(new Scope(skipped, rules.map(IgnoreFile::of).orElse(IgnoreFile.NONE)));
      if (isTop) {
        known.add(new Scope(0, exclude));
        known.add(new Scope(0, ofUser()));
      } else {
        known.addAll(scopes(directory.parent()));
      }
      known.removeIf(each -> each.rules().isEmpty());
      scopes.put(directory, known);
    }
    return known;
  }

  private IgnoreFile ofUser() throws IOException {
    Optional<Path> file = ofUser.isPresent() ? ofUser.get().path() : Optional.empty();
    if (file.filter(Files::isReadable).filter(Files::isRegularFile).isEmpty()) {
      return IgnoreFile.NONE;
    }
    try (InputStream rules = Files.newInputStream(file.get())) {
      return IgnoreFile.of(rules.readNBytes(LARGEST));
    }
  }

  /** The content of a file with rules; empty if it is no file, or is too large. */
  private static Optional<byte[]> file(Places places, RawPath path) throws IOException {
    return places.look(path).filter(status -> status.is(FileKind.FILE)).isPresent()
        ? places.reading(path, open -> open.content(LARGEST))
        : Optional.empty();
  }

  @Override
  public void close() {
    repository.ifPresent(Places::close);
    ofUser.ifPresent(ExcludesFile::close);
  }
}
