package dev.bawn.launcher.workspace;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Tracked files that are hidden from a session. To git in the session they would be removed, and
 * {@code git commit -a} would record that. So the session gets an index that marks them as not
 * checked out: see "skip-worktree bit" in git-update-index(1).
 */
public final class SkippedFiles {

  private static final String GIT = ".git";

  /** The most bytes of the names of all these files. */
  private static final int MOST_BYTES = 1 << 24;

  private SkippedFiles() {}

  /**
   * Marks the files. If git fails, the session starts anyway.
   *
   * @param tracked relative to the project
   * @param project the top of the repository; in sessions on another directory git does not work
   * @param layer a layer of the session: its index is changed, or it gets one like the project's
   */
  public static void mark(List<Path> tracked, Path project, Path layer) throws IOException {
    Optional<GitRepository> repository =
        GitRepository.of(project).filter(each -> each.top().equals(project));
    if (repository.isEmpty() || !GitProcess.isInstalled()) {
      return;
    }
    Path git = layer.resolve(GIT);
    Path from = Files.exists(git.resolve("index")) ? git : repository.get().directory();
    Path work = Files.createDirectory(layer.resolveSibling("marking"));
    try {
      BaseDirectory.complete(work, repository.get());
      for (Path index : repository.get().indexes()) {
        Path name = index.getFileName();
        if (Files.isRegularFile(from.resolve(name))) {
          Files.copy(from.resolve(name), work.resolve(name));
        }
      }
      if (write(tracked, work, repository.get().common().resolve("objects"))) {
        if (!Files.exists(git)) {
          Files.createDirectory(git);
          Files.setPosixFilePermissions(
              git, Files.getPosixFilePermissions(repository.get().directory()));
        }
        FileTime written = Files.getLastModifiedTime(from.resolve("index"));
        move(work, git);
        // git reads each file that is not older than its index, see racy-git in its documentation
        Files.setLastModifiedTime(git.resolve("index"), written);
      }
    } finally {
      TreeRemoval.remove(work);
    }
  }

  /** Marks the files with git; false if git fails. */
  private static boolean write(List<Path> tracked, Path work, Path objects) throws IOException {
    List<String> list = new ArrayList<>(List.of("ls-files", "-z", "--"));
    tracked.forEach(path -> list.add(path.toString()));
    byte[] files;
    try (GitProcess git = GitProcess.start(work, objects, list)) {
      files = git.output().readNBytes(MOST_BYTES);
      if (files.length == MOST_BYTES || git.await() != 0) {
        return false;
      }
    }
    try (GitProcess git =
        GitProcess.start(
            work, objects, List.of("update-index", "--skip-worktree", "-z", "--stdin"))) {
      try (OutputStream paths = git.input()) {
        paths.write(files);
      }
      return git.await() == 0;
    }
  }

  /**
   * Moves the index to the layer. A split index has two files, see core.splitIndex in
   * git-config(1).
   */
  private static void move(Path work, Path git) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(work, "{index,sharedindex.*}")) {
      for (Path file : files) {
        Files.move(file, git.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }
}
