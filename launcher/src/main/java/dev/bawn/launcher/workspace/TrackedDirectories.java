package dev.bawn.launcher.workspace;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The directories of a project in which git tracks files, and their parents. It starts no process.
 */
final class TrackedDirectories {

  /** The character for bytes that are not UTF-8, which Java cannot name. */
  private static final char REPLACEMENT = '\ufffd';

  private static final int DEEPEST = 8;

  private final Path project;
  private final Set<String> found = new LinkedHashSet<>();

  private TrackedDirectories(Path project) {
    this.project = project;
    found.add("");
  }

  /**
   * The directories of a project, relative to it: its top, the empty name, is always among them.
   *
   * @return empty if they cannot be read
   */
  static Optional<Set<String>> of(Path project) {
    TrackedDirectories all = new TrackedDirectories(project);
    try {
      Optional<GitRepository> repository = GitRepository.of(project);
      if (repository.isPresent()) {
        all.read(repository.get(), 0);
      } else if (GitRepository.isNamed(project)) {
        return Optional.empty();
      }
    } catch (IOException e) {
      return Optional.empty();
    }
    for (String each : all.found) {
      if (each.indexOf(REPLACEMENT) >= 0) {
        return Optional.empty();
      }
    }
    return Optional.of(all.found);
  }

  /**
   * The paths among these that git tracks, as far as the repository of the project itself shows.
   */
  static List<Path> tracked(Path project, List<Path> paths) {
    Optional<GitRepository> repository = GitRepository.of(project);
    if (paths.isEmpty() || repository.isEmpty()) {
      return List.of();
    }
    String prefix = repository.get().prefix(project);
    Set<String> asked = new LinkedHashSet<>();
    for (Path path : paths) {
      asked.add(prefix + path);
    }
    Set<String> tracked = new LinkedHashSet<>();
    try {
      boolean isSha256 = BaseDirectory.namesSha256(repository.get().common().resolve("config"));
      for (Path index : repository.get().indexes()) {
        IndexDirectories read = IndexDirectories.of(index, isSha256, asked);
        tracked.addAll(read.tracked());
        for (String directory : read.directories()) {
          asked.stream()
              .filter(each -> (directory + "/").startsWith(each + "/"))
              .forEach(tracked::add);
        }
      }
    } catch (IOException e) {
      return List.of();
    }
    return tracked.stream().sorted().map(path -> Path.of(path.substring(prefix.length()))).toList();
  }

  private void read(GitRepository repository, int depth) throws IOException {
    boolean isSha256 = BaseDirectory.namesSha256(repository.common().resolve("config"));
    for (Path index : repository.indexes()) {
      read(repository, index, isSha256, depth);
    }
  }

  private void read(GitRepository repository, Path index, boolean isSha256, int depth)
      throws IOException {
    IndexDirectories read = IndexDirectories.of(index, isSha256, Set.of());
    boolean isBelow = repository.top().startsWith(project);
    String below = isBelow ? slashed(project.relativize(repository.top()).toString()) : "";
    String prefix = isBelow ? "" : repository.prefix(project);
    for (String directory : read.directories()) {
      if (slashed(directory).startsWith(prefix)) {
        add(below + directory.substring(Math.min(prefix.length(), directory.length())));
      }
    }
    for (String submodule : read.submodules()) {
      if (submodule.startsWith(prefix) && depth < DEEPEST) {
        Path top = repository.top().resolve(submodule);
        Optional<GitRepository> nested = GitRepository.of(top);
        if (nested.isPresent() && nested.get().top().equals(top)) {
          add(below + submodule.substring(prefix.length()));
          read(nested.get(), depth + 1);
        }
      }
    }
  }

  private static String slashed(String directory) {
    return directory.isEmpty() ? "" : directory + "/";
  }

  /** Adds a directory and its parents, which are known if the directory is. */
  private void add(String directory) {
    String each =
        directory.endsWith("/") ? directory.substring(0, directory.length() - 1) : directory;
    while (found.add(each)) {
      each = each.substring(0, Math.max(0, each.lastIndexOf('/')));
    }
  }
}
