package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.OpenDirectory;
import dev.bawn.launcher.workspace.GitProcess;
import dev.bawn.launcher.workspace.GitRepository;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jgit.ignore.IgnoreNode;

/**
 * What git ignores in a project by the project's {@code .gitignore} files, its {@code info/exclude}
 * and the user's {@code core.excludesFile}, see gitignore(5). A session's {@code .gitignore} is
 * never read here, so it hides nothing.
 */
final class IgnoreRules implements AutoCloseable {

  private static final int LARGEST = 1 << 20;
  private static final RawPath EXCLUDE = RawPath.of("info/exclude");
  private static final RawPath RULES = RawPath.of(".gitignore");

  private final Path top;
  private final Places repository;
  private final String prefix;
  private final IgnoreNode exclude;
  private Optional<IgnoreNode> ofUser = Optional.empty();
  private final Map<RawPath, IgnoreNode> nodes = new HashMap<>();
  private final Map<RawPath, Boolean> directories = new HashMap<>();

  private IgnoreRules(Path top, Places repository, String prefix, IgnoreNode exclude) {
    this.top = top;
    this.repository = repository;
    this.prefix = prefix;
    this.exclude = exclude;
  }

  /**
   * Those of a repository.
   *
   * @param prefix of the project in it
   */
  static IgnoreRules of(GitRepository repository, String prefix) throws IOException {
    try (Places common = new Places(Optional.of(OpenDirectory.at(repository.common())))) {
      IgnoreNode exclude = node(common, EXCLUDE);
      return new IgnoreRules(
          repository.top(),
          new Places(Optional.of(OpenDirectory.at(repository.top()))),
          RawPath.raw(prefix),
          exclude);
    }
  }

  /** Whether git would ignore a path of the project's that it does not know. */
  boolean ignore(RawPath path, boolean isDirectory) throws IOException {
    RawPath inRepository = new RawPath(prefix + path.bytes());
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

  /** By the nearest rule that says something. */
  private boolean isNamed(RawPath path, boolean isDirectory) throws IOException {
    for (RawPath at = path.parent(); ; at = at.parent()) {
      int skipped = at.equals(RawPath.TOP) ? 0 : at.bytes().length() + 1;
      Boolean ignored = node(at).checkIgnored(text(path.bytes().substring(skipped)), isDirectory);
      if (ignored != null) {
        return ignored;
      }
      if (at.equals(RawPath.TOP)) {
        String text = text(path.bytes());
        Boolean excluded = exclude.checkIgnored(text, isDirectory);
        if (excluded == null) {
          excluded = ofUser().checkIgnored(text, isDirectory);
        }
        return excluded != null && excluded;
      }
    }
  }

  /** Read when no rule of the project decides: git has to be asked for it. */
  private IgnoreNode ofUser() throws IOException {
    if (ofUser.isEmpty()) {
      IgnoreNode node = new IgnoreNode();
      Optional<Path> file = GitProcess.excludesFile(top).filter(Files::isReadable);
      if (file.isPresent() && Files.isRegularFile(file.get())) {
        try (InputStream rules = Files.newInputStream(file.get())) {
          node.parse(new ByteArrayInputStream(rules.readNBytes(LARGEST)));
        }
      }
      ofUser = Optional.of(node);
    }
    return ofUser.get();
  }

  private static String text(String bytes) {
    return new RawPath(bytes).text().orElse(bytes);
  }

  private IgnoreNode node(RawPath directory) throws IOException {
    IgnoreNode known = nodes.get(directory);
    if (known == null) {
      known = node(repository, directory.resolve(RULES.name()));
      nodes.put(directory, known);
    }
    return known;
  }

  private static IgnoreNode node(Places places, RawPath file) throws IOException {
    IgnoreNode node = new IgnoreNode();
    if (places.look(file).filter(status -> status.is(FileKind.FILE)).isPresent()) {
      Optional<byte[]> rules = places.reading(file, open -> open.content(LARGEST));
      if (rules.isPresent()) {
        node.parse(new ByteArrayInputStream(rules.get()));
      }
    }
    return node;
  }

  @Override
  public void close() {
    repository.close();
  }
}
