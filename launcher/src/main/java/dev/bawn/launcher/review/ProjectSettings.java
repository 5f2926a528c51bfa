package dev.bawn.launcher.review;

import dev.bawn.launcher.workspace.GitProcess;
import dev.bawn.launcher.workspace.GitRepository;
import dev.bawn.launcher.workspace.GitSettings;
import dev.bawn.launcher.workspace.GitSettings.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The settings of git for a project, and those in files. git prints the settings of the user and of
 * the repository at the top while the caller compares files: a start of git takes several
 * milliseconds.
 */
final class ProjectSettings implements AutoCloseable {

  /** The largest file of settings that is read, in bytes: a long list of branches. */
  private static final int LARGEST = 4 << 20;

  private final Optional<Path> top;
  private final Map<Path, List<Setting>> read = new HashMap<>();

  /** These print already. */
  private final Map<Path, GitSettings> early = new HashMap<>();

  private Optional<GitSettings> ofUser = Optional.empty();

  private ProjectSettings(Optional<Path> top) {
    this.top = top;
  }

  /**
   * Starts git, if the project has a repository at its top.
   *
   * @param top the project; empty if there is none
   */
  static ProjectSettings start(Optional<Path> top) throws IOException {
    ProjectSettings all = new ProjectSettings(top);
    Optional<GitRepository> repository =
        top.filter(_ -> GitProcess.isInstalled()).flatMap(GitRepository::of);
    try {
      if (repository.isPresent()) {
        all.ofUser = Optional.of(GitSettings.ofUser());
        Path file = repository.get().common().resolve("config");
        start(file).ifPresent(git -> all.early.put(file, git));
      }
      return all;
    } catch (IOException e) {
      all.close();
      throw e;
    }
  }

  private static Optional<GitSettings> start(Path file) throws IOException {
    return Files.isRegularFile(file) && Files.size(file) <= LARGEST
        ? Optional.of(GitSettings.of(file))
        : Optional.empty();
  }

  /** The top of the project, if there is one. */
  Optional<Path> top() {
    return top;
  }

  /** The settings of the user and of the machine. Not to be called twice. */
  List<Setting> ofUser() throws IOException {
    try (GitSettings git = ofUser.isPresent() ? ofUser.get() : GitSettings.ofUser()) {
      return git.read();
    }
  }

  /**
   * The settings in a file; none if it is no file, or too large. Several repositories can have the
   * same file, as a repository and its linked worktrees: git reads it once.
   */
  List<Setting> in(Path file) throws IOException {
    List<Setting> known = read.get(file);
    if (known == null) {
      Optional<GitSettings> started =
          early.containsKey(file) ? Optional.of(early.get(file)) : start(file);
      known = List.of();
      if (started.isPresent()) {
        try (GitSettings git = started.get()) {
          known = git.read();
        }
      }
      read.put(file, known);
    }
    return known;
  }

  @Override
  public void close() {
    ofUser.ifPresent(GitSettings::close);
    early.values().forEach(GitSettings::close);
  }
}
