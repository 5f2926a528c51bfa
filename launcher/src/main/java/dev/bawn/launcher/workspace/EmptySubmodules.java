package dev.bawn.launcher.workspace;

import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The submodules of a project without a repository, including those of submodules. If a session
 * creates one, {@code git status} in the project runs the programs that its settings name.
 */
public final class EmptySubmodules {

  private static final int DEEPEST = 8;

  private final Path project;
  private final Set<Path> found = new TreeSet<>();

  private EmptySubmodules(Path project) {
    this.project = project;
  }

  /**
   * The empty submodules of a project, each with its absolute path; some of the directories may be
   * missing, too.
   *
   * @throws Refused if an index cannot be read
   */
  public static Set<Path> in(Path project) {
    EmptySubmodules all = new EmptySubmodules(project);
    try {
      Optional<GitRepository> repository = GitRepository.of(project);
      if (repository.isPresent()) {
        all.read(repository.get(), 0);
      }
    } catch (IOException e) {
      throw new Refused(
          "bawn cannot read which submodules the project has: " + Printable.of(e.getMessage()),
          "see: git status; or use an overlay: --workspace overlay");
    }
    return all.found;
  }

  private void read(GitRepository repository, int depth) throws IOException {
    boolean isSha256 = BaseDirectory.namesSha256(repository.common().resolve("config"));
    for (Path index : repository.indexes()) {
      for (String submodule : IndexDirectories.of(index, isSha256, Set.of()).submodules()) {
        Path top = repository.top().resolve(submodule);
        Optional<GitRepository> nested =
            GitRepository.of(top).filter(each -> each.top().equals(top));
        if (nested.isPresent() && depth < DEEPEST) {
          read(nested.get(), depth + 1);
        } else if (top.startsWith(project)) {
          found.add(top);
        }
      }
    }
  }
}
