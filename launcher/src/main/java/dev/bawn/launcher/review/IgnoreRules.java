package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.OpenDirectory;
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
 * What git ignores in a project by the project's {@code .gitignore} files, its {@code info/exclude}
 * and the user's {@code core.excludesFile}, see gitignore(5). A session's {@code .gitignore} is
 * never read here, so it hides nothing.
 */
final class IgnoreRules implements AutoCloseable {

  private static final int LARGEST = 1 << 20;
  private static final RawPath EXCLUDE = RawPath.of("info/exclude");
  private static final RawPath RULES = RawPath.of(".gitignore");

  /**
   * Rules for what lies below a directory.
   *
   * @param skipped characters of a path up to that directory
   */
  private record Scope(int skipped, IgnoreFile rules) {}

  private final Places repository;
  private final String prefix;
  private final IgnoreFile exclude;
  private final ExcludesFile ofUser;
  private final Map<RawPath, List<Scope>> scopes = new HashMap<>();
  private final Map<RawPath, Boolean> directories = new HashMap<>();

  private IgnoreRules(Places repository, String prefix, IgnoreFile exclude, ExcludesFile ofUser) {
    this.repository = repository;
    this.prefix = prefix;
    this.exclude = exclude;
    this.ofUser = ofUser;
  }

  /**
   * Those of a repository.
   *
   * @param prefix of the project in it
   */
  static IgnoreRules of(GitRepository repository, String prefix) throws IOException {
    try (Places common = new Places(Optional.of(OpenDirectory.at(repository.common())))) {
      IgnoreFile exclude = file(common, EXCLUDE);
      return new IgnoreRules(
          new Places(Optional.of(OpenDirectory.at(repository.top()))),
          RawPath.raw(prefix),
          exclude,
          ExcludesFile.ask());
    }
  }

  /** Whether git would ignore a path of the project's that it does not know. */
  boolean ignore(RawPath path, boolean isDirectory) throws IOException {
    RawPath inRepository = prefix.isEmpty() ? path : new RawPath(prefix + path.bytes());
    return isInIgnored(inRepository.parent()) || isNamed(inRepository, isDirectory);
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
      String name = text(path.bytes().substring(each.skipped()));
      Optional<Boolean> ignored = each.rules().ignores(name, isDirectory);
      if (ignored.isPresent()) {
        return ignored.get();
      }
    }
    return false;
  }

  /** What holds in a directory, the nearest rules first; without those that are empty. */
  private List<Scope> scopes(RawPath directory) throws IOException {
    List<Scope> known = scopes.get(directory);
    if (known == null) {
      boolean isTop = directory.equals(RawPath.TOP);
      int skipped = isTop ? 0 : directory.bytes().length() + 1;
      known = new ArrayList<>();
      known.add(new Scope(skipped, file(repository, directory.resolve(RULES.name()))));
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
    Optional<Path> file = ofUser.path().filter(Files::isReadable).filter(Files::isRegularFile);
    if (file.isEmpty()) {
      return IgnoreFile.NONE;
    }
    try (InputStream rules = Files.newInputStream(file.get())) {
      return IgnoreFile.of(rules.readNBytes(LARGEST));
    }
  }

  private static String text(String bytes) {
    return new RawPath(bytes).text().orElse(bytes);
  }

  private static IgnoreFile file(Places places, RawPath path) throws IOException {
    if (places.look(path).filter(status -> status.is(FileKind.FILE)).isEmpty()) {
      return IgnoreFile.NONE;
    }
    Optional<byte[]> rules = places.reading(path, open -> open.content(LARGEST));
    return rules.isPresent() ? IgnoreFile.of(rules.get()) : IgnoreFile.NONE;
  }

  @Override
  public void close() {
    repository.close();
    ofUser.close();
  }
}
