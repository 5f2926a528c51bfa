package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.FileStatus;
import dev.bawn.launcher.linux.OpenDirectory;
import dev.bawn.launcher.linux.RawName;
import dev.bawn.launcher.workspace.BaseDirectory;
import dev.bawn.launcher.workspace.ExcludesFile;
import dev.bawn.launcher.workspace.GitRepository;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongPredicate;

/**
 * What git ignores in a project by the project's {@code .gitignore} files, its {@code info/exclude}
 * and the user's {@code core.excludesFile}, see gitignore(5). A session's {@code .gitignore} is
 * never read here, so it hides nothing.
 */
final class IgnoreRules implements AutoCloseable {

  private static final int LARGEST = 1 << 20;
  private static final RawPath EXCLUDE = RawPath.of("info/exclude");

  /** Of the files with rules. */
  static final RawName NAME = RawName.of(".gitignore");

  /**
   * Rules for what lies below a directory.
   *
   * @param skipped characters of a path up to that directory
   * @param isSince whether the file may have changed since the session began
   */
  private record Scope(int skipped, IgnoreFile rules, boolean isSince) {}

  private static final Scope NONE = new Scope(0, IgnoreFile.NONE, false);

  private final Places repository;
  private final String prefix;
  private final LongPredicate isSince;
  private final Scope exclude;
  private final ExcludesFile ofUser;
  private final Map<RawPath, List<Scope>> scopes = new HashMap<>();
  private final Map<RawPath, Boolean> directories = new HashMap<>();

  private IgnoreRules(
      GitRepository repository, String prefix, LongPredicate isSince, ExcludesFile ofUser)
      throws IOException {
    this.prefix = RawPath.raw(prefix);
    this.isSince = isSince;
    this.ofUser = ofUser;
    try (Places common = new Places(Optional.of(OpenDirectory.at(repository.common())))) {
      this.exclude = scope(0, common, EXCLUDE);
    }
    this.repository = new Places(Optional.of(OpenDirectory.at(repository.top())));
  }

  /**
   * Those of a repository.
   *
   * @param prefix of the project in it
   * @param isSince whether a change time, in nanoseconds since 1970, is after the session's begin
   */
  static IgnoreRules of(GitRepository repository, String prefix, LongPredicate isSince)
      throws IOException {
    // first: git works meanwhile
    return new IgnoreRules(repository, prefix, isSince, ExcludesFile.ask());
  }

  /** Whether git would ignore a path of the project's that it does not know. */
  boolean ignore(RawPath path, boolean isDirectory) throws IOException {
    RawPath inRepository = inRepository(path);
    return isInIgnored(inRepository.parent()) || isNamed(inRepository, isDirectory);
  }

  /** Whether a file with rules for that path may have changed since the session began. */
  boolean mayHaveChanged(RawPath path) throws IOException {
    return scopes(inRepository(path).parent()).stream().anyMatch(Scope::isSince);
  }

  private RawPath inRepository(RawPath path) {
    return prefix.isEmpty() ? path : new RawPath(prefix + path.bytes());
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

  /** By the nearest rule that matches. */
  private boolean isNamed(RawPath path, boolean isDirectory) throws IOException {
    for (Scope each : scopes(path.parent())) {
      String name = path.bytes().substring(each.skipped());
      Optional<Boolean> ignored = each.rules().ignores(name, isDirectory);
      if (ignored.isPresent()) {
        return ignored.get();
      }
    }
    return false;
  }

  /** What holds in a directory, the nearest rules first. */
  private List<Scope> scopes(RawPath directory) throws IOException {
    List<Scope> known = scopes.get(directory);
    if (known == null) {
      boolean isTop = directory.equals(RawPath.TOP);
      int skipped = isTop ? 0 : directory.bytes().length() + 1;
      known = new ArrayList<>();
      known.add(scope(skipped, repository, directory.resolve(NAME)));
      if (isTop) {
        known.add(exclude);
        known.add(ofUser());
      } else {
        known.addAll(scopes(directory.parent()));
      }
      known.removeIf(each -> each.rules().isEmpty() && !each.isSince());
      scopes.put(directory, known);
    }
    return known;
  }

  private Scope ofUser() throws IOException {
    Optional<Path> file = ofUser.path().filter(Files::isReadable).filter(Files::isRegularFile);
    if (file.isEmpty()) {
      return NONE;
    }
    FileTime changed = (FileTime) Files.getAttribute(file.get(), "unix:ctime");
    try (InputStream rules = Files.newInputStream(file.get())) {
      return new Scope(
          0,
          IgnoreFile.of(rules.readNBytes(LARGEST)),
          isSince.test(BaseDirectory.nanos(changed.toInstant())));
    }
  }

  private Scope scope(int skipped, Places places, RawPath path) throws IOException {
    Optional<FileStatus> status = places.look(path).filter(it -> it.is(FileKind.FILE));
    if (status.isEmpty()) {
      return NONE;
    }
    Optional<byte[]> rules = places.reading(path, open -> open.content(LARGEST));
    return new Scope(
        skipped,
        rules.map(IgnoreFile::of).orElse(IgnoreFile.NONE),
        isSince.test(status.get().changed()));
  }

  @Override
  public void close() {
    repository.close();
    ofUser.close();
  }
}
