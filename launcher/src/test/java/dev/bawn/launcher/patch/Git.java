package dev.bawn.launcher.patch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Runs git without settings of a user. */
final class Git {

  private Git() {}

  /** Applies a patch to a directory that is not a repository. */
  static void apply(Path directory, Path patch) throws IOException {
    ProcessBuilder git = new ProcessBuilder("git", "apply", "--allow-empty", patch.toString());
    git.directory(directory.toFile()).redirectErrorStream(true);
    git.environment().put("GIT_CEILING_DIRECTORIES", directory.getParent().toString());
    git.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
    Process process = git.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (process.waitFor() != 0) {
        throw new IOException(said);
      }
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }
}
