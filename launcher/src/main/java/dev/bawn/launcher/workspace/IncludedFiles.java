package dev.bawn.launcher.workspace;

import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.FileStatus;
import dev.bawn.launcher.linux.OpenDirectory;
import dev.bawn.launcher.linux.OpenFile;
import dev.bawn.launcher.linux.RawName;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Files that git ignores and that a checkout needs, such as local settings: the file {@code
 * .worktreeinclude} at the top of the project names them, by patterns as in gitignore(5). A file
 * that git does not ignore is not copied. No link is followed: another session could exchange a
 * directory of the project for one.
 */
final class IncludedFiles {

  private static final String NAME = ".worktreeinclude";
  private static final int LARGEST_LIST = 64 << 10;

  /** A start must not copy a whole disk. */
  private static final int MOST = 50_000;

  private static final long MOST_BYTES = 1L << 30;
  private static final int MOST_OUTPUT = 1 << 26;
  private static final int DIRECTORY = 0_755;
  private static final int PERMISSIONS = 0_777;

  private final OpenDirectory from;
  private final OpenDirectory to;
  private long bytes;

  private IncludedFiles(OpenDirectory from, OpenDirectory to) {
    this.from = from;
    this.to = to;
  }

  /**
   * Copies them.
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
      IncludedFiles included = new IncludedFiles(from, to);
      for (String path : wanted) {
        included.copy(path);
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
                // git lists what is below its working directory
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
      // a repository within the project ends with a slash
      if (!path.isEmpty() && !path.endsWith("/")) {
        paths.add(path);
      }
    }
    return paths;
  }

  private void copy(String path) throws IOException {
    int slash = path.lastIndexOf('/');
    RawName name = new RawName(path.substring(slash + 1));
    String above = slash < 0 ? "" : path.substring(0, slash);
    try (OpenDirectory source = from.beneath(above)) {
      Optional<FileStatus> status = source.look(name);
      if (status.isEmpty() || !status.get().is(FileKind.FILE) && !status.get().is(FileKind.LINK)) {
        return;
      }
      bytes += status.get().size();
      if (bytes > MOST_BYTES) {
        throw tooMuch("more than 1 GiB");
      }
      make(above);
      try (OpenDirectory target = to.beneath(above)) {
        if (status.get().is(FileKind.LINK)) {
          target.link(name, source.linkText(name));
        } else {
          try (OpenFile file = source.file(name)) {
            target.create(name, file.stream(), file.status().mode() & PERMISSIONS);
          }
        }
      }
    } catch (NoSuchFileException | NotDirectoryException | FileSystemLoopException e) {
      return; // it vanished or was exchanged meanwhile
    }
  }

  private void make(String directory) throws IOException {
    int end = directory.indexOf('/');
    while (!directory.isEmpty()) {
      String each = end < 0 ? directory : directory.substring(0, end);
      int slash = each.lastIndexOf('/');
      try (OpenDirectory parent = to.beneath(slash < 0 ? "" : each.substring(0, slash))) {
        parent.make(new RawName(each.substring(slash + 1)), DIRECTORY);
      }
      if (end < 0) {
        return;
      }
      end = directory.indexOf('/', end + 1);
    }
  }
}
