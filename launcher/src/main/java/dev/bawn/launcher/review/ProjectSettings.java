package dev.bawn.launcher.review;

import dev.bawn.launcher.workspace.GitProcess;
import dev.bawn.launcher.workspace.GitRepository;
import dev.bawn.launcher.workspace.GitSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The settings of git for a project: of the user and the machine, and of the file in the repository
 * at its top. git prints them while the caller compares files: a start of git takes several
 * milliseconds.
 *
 * @param top the project; empty if there is none
 * @param ofUser empty without git or without a repository: then its settings may not be needed
 * @param file {@code .git/config}
 * @param ofFile the settings in it; empty if it is no file that git reads
 */
record ProjectSettings(
    Optional<Path> top,
    Optional<GitSettings> ofUser,
    Optional<Path> file,
    Optional<GitSettings> ofFile)
    implements AutoCloseable {

  /** The largest file of settings that is read, in bytes: a long list of branches. */
  private static final int LARGEST = 4 << 20;

  /** Starts git. */
  static ProjectSettings start(Optional<Path> top) throws IOException {
    Optional<Path> file =
        top.filter(_ -> GitProcess.isInstalled())
            .flatMap(GitRepository::of)
            .map(repository -> repository.common().resolve("config"));
    if (file.isEmpty()) {
      return new ProjectSettings(top, Optional.empty(), file, Optional.empty());
    }
    GitSettings ofUser = GitSettings.ofUser();
    try {
      return new ProjectSettings(top, Optional.of(ofUser), file, startWith(file.get()));
    } catch (IOException e) {
      ofUser.close();
      throw e;
    }
  }

  /** Starts git with a file of settings; empty if it is no file, or too large. */
  static Optional<GitSettings> startWith(Path file) throws IOException {
    return Files.isRegularFile(file) && Files.size(file) <= LARGEST
        ? Optional.of(GitSettings.of(file))
        : Optional.empty();
  }

  @Override
  public void close() {
    ofUser.ifPresent(GitSettings::close);
    ofFile.ifPresent(GitSettings::close);
  }
}
