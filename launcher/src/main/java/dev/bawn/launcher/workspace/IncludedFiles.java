package dev.bawn.launcher.workspace;

import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.linux.OpenDirectory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Files that git ignores and that a checkout needs, such as local settings: the file {@code
 * .worktreeinclude} at the top of the project names them, by patterns as in gitignore(5). A file
 * that git does not ignore is not copied.
 */
final class IncludedFiles {

  private static final String NAME = ".worktreeinclude";
  private static final int LARGEST_LIST = 64 << 10;

  /** The most files: a start must not copy a whole disk. */
  private static final int MOST = 50_000;

  private static final long MOST_BYTES = 1L << 30;
  private static final int MOST_OUTPUT = 1 << 26;

  private IncludedFiles() {}

  /**
   * Copies the files.
   *
   * @param scratch a directory for a file that git reads
   * @param files the checkout
   * @throws Refused if there are too many, or they are too large
   */
  static void copy(GitRepository repository, Path scratch, Path files) throws IOException {
    Path named = repository.top().resolve(NAME);
    if (!Files.isRegularFile(named, LinkOption.NOFOLLOW_LINKS)
        || Files.size(named) > LARGEST_LIST) {
      return;
    }
    Path patterns = Files.write(scratch.resolve("patterns"), Files.readAllBytes(named));
    Set<String> wanted = list(repository, "--exclude-from=" + patterns);
    Files.delete(patterns);
    if (wanted.isEmpty()) {
      return;
    }
    wanted.retainAll(list(repository, "--exclude-standard"));
    if (wanted.size() > MOST) {
      throw tooMuch("more than " + MOST + " files");
    }
    try (OpenDirectory from = OpenDirectory.at(repository.top());
        OpenDirectory to = OpenDirectory.at(files)) {
      FileCopies copies = new FileCopies(from, to);
      for (String path : wanted) {
        copies.copy(path);
        if (copies.bytes() > MOST_BYTES) {
          throw tooMuch("more than 1 GiB");
        }
      }
    }
  }

  private static Refused tooMuch(String what) {
    return new Refused(
        NAME + " names " + what,
        "name fewer files, and let the session make the others, for example: npm ci");
  }

  private static Set<String> list(GitRepository repository, String rules) throws IOException {
    GitProcess git =
        GitProcess.start(
            repository.directory(),
            repository.common().resolve("objects"),
            List.of(
                // git lists the files below its working directory
                "-C",
                repository.top().toString(),
                "--work-tree=" + repository.top(),
                "-c",
                "core.fsmonitor=false",
                "ls-files",
                "-z",
                "--others",
                "--ignored",
                rules));
    byte[] text = git.output().readNBytes(MOST_OUTPUT + 1);
    if (text.length > MOST_OUTPUT) {
      git.close();
      throw tooMuch("too many files");
    }
    if (git.await() != 0) {
      throw new Failed("git cannot list the files that it ignores", "see: git status --ignored");
    }
    Set<String> paths = new HashSet<>();
    for (String path : new String(text, StandardCharsets.ISO_8859_1).split("\0")) {
      // the path of a nested repository ends with a slash
      if (!path.isEmpty() && !path.endsWith("/")) {
        paths.add(path);
      }
    }
    return paths;
  }
}
