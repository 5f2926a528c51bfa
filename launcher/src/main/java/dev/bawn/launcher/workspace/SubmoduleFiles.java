package dev.bawn.launcher.workspace;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.bawn.launcher.linux.OpenDirectory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/**
 * The tracked files of the submodules that a project has checked out. A checkout gets copies of
 * them, without their repositories: for git these submodules are not checked out, so it never
 * commits a change of them.
 */
final class SubmoduleFiles {

  private static final int DEEPEST = 10;

  private final Path project;
  private final FileCopies copies;

  private SubmoduleFiles(Path project, FileCopies copies) {
    this.project = project;
    this.copies = copies;
  }

  /**
   * Copies the files.
   *
   * @param index of the checkout, which names its submodules
   * @param files the checkout
   */
  static void copy(GitRepository repository, Path index, Path files) throws IOException {
    if (!Files.exists(files.resolve(".gitmodules"), LinkOption.NOFOLLOW_LINKS)) {
      return; // reading the index takes time
    }
    try (OpenDirectory from = OpenDirectory.at(repository.top());
        OpenDirectory to = OpenDirectory.at(files)) {
      boolean isSha256 = BaseDirectory.namesSha256(repository.common().resolve("config"));
      new SubmoduleFiles(repository.top(), new FileCopies(from, to))
          .below(Path.of(""), index, isSha256, 0);
    }
  }

  private void below(Path above, Path index, boolean isSha256, int depth) throws IOException {
    for (String name : IndexDirectories.of(index, isSha256, Set.of()).submodules()) {
      if (!isPlain(name)) {
        continue;
      }
      Path below = above.resolve(name);
      Path top = project.resolve(below);
      // a session in the project may have put a link there
      Optional<GitRepository> nested =
          Files.isDirectory(top, LinkOption.NOFOLLOW_LINKS) && depth < DEEPEST
              ? GitRepository.of(top).filter(each -> each.top().equals(top))
              : Optional.empty();
      if (nested.isPresent()) {
        copy(below, nested.get(), depth);
      }
    }
  }

  private void copy(Path below, GitRepository nested, int depth) throws IOException {
    Path index = nested.index();
    if (!Files.isRegularFile(index, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    boolean isSha256 = BaseDirectory.namesSha256(nested.common().resolve("config"));
    try (InputStream in = Files.newInputStream(index, LinkOption.NOFOLLOW_LINKS)) {
      String bytes = new String(below.toString().getBytes(UTF_8), ISO_8859_1);
      for (String path : IndexReader.paths(in, isSha256).all()) {
        if (isPlain(path)) {
          copies.copy(bytes + "/" + path);
        }
      }
    } catch (IOException e) {
      return; // as if it were not checked out
    }
    below(below, index, isSha256, depth + 1);
  }

  /**
   * Tells whether no name of the path is empty, {@code .}, {@code ..} or {@code .git}: an index can
   * come with an archive, and name anything.
   */
  private static boolean isPlain(String path) {
    for (String name : path.split("/", -1)) {
      if (name.isEmpty()
          || name.equals(".")
          || name.equals("..")
          || name.equalsIgnoreCase(".git")) {
        return false;
      }
    }
    return true;
  }
}
