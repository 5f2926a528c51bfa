package dev.bawn.launcher.workspace;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The git repository that contains a project. It is found as git finds it, without git and without
 * its configuration: see gitrepository-layout(5).
 *
 * @param top the top of the work tree
 * @param directory the git directory: that of a linked worktree has its own index
 * @param common the directory with the objects, which all worktrees share
 */
public record GitRepository(Path top, Path directory, Path common) {

  private static final String GIT = ".git";
  private static final String POINTER = "gitdir: ";
  private static final String SHARED = "sharedindex.";
  private static final int LONGEST_POINTER = 4200;

  /** The repository of a project; empty if neither it nor a parent directory has one. */
  public static Optional<GitRepository> of(Path project) {
    for (Path top = project; top != null; top = top.getParent()) {
      Path git = top.resolve(GIT);
      if (Files.exists(git, LinkOption.NOFOLLOW_LINKS)) {
        return at(top, git);
      }
    }
    return Optional.empty();
  }

  /**
   * Tells whether the project or a parent directory has an entry {@code .git}, even an unusable
   * one.
   */
  static boolean isNamed(Path project) {
    for (Path top = project; top != null; top = top.getParent()) {
      if (!Files.notExists(top.resolve(GIT), LinkOption.NOFOLLOW_LINKS)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Tells whether objects are those of a partial clone, which may lack some: see
   * gitpartial-clone(7).
   */
  public static boolean isPartial(Path objects) throws IOException {
    try (DirectoryStream<Path> found =
        Files.newDirectoryStream(objects.resolve("pack"), "*.promisor")) {
      return found.iterator().hasNext();
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /** The file that names the repositories whose objects this one borrows, if there is one. */
  public Optional<Path> alternates() {
    Path file = common.resolve("objects/info/alternates");
    return Files.exists(file, LinkOption.NOFOLLOW_LINKS) ? Optional.of(file) : Optional.empty();
  }

  private static Optional<GitRepository> at(Path top, Path git) {
    try {
      Path directory =
          Files.isDirectory(git) ? git : top.resolve(pointer(git, POINTER)).normalize();
      Path link = directory.resolve("commondir");
      Path common =
          Files.isRegularFile(link) ? directory.resolve(pointer(link, "")).normalize() : directory;
      return Files.isDirectory(common.resolve("objects"))
          ? Optional.of(new GitRepository(top, directory, common))
          : Optional.empty();
    } catch (IOException | InvalidPathException e) {
      return Optional.empty();
    }
  }

  private static String pointer(Path file, String prefix) throws IOException {
    if (!Files.isRegularFile(file) || Files.size(file) > LONGEST_POINTER) {
      throw new IOException("is not a pointer to a repository");
    }
    String line = new String(Files.readAllBytes(file), StandardCharsets.UTF_8).strip();
    if (!line.startsWith(prefix)) {
      throw new IOException("is not a pointer to a repository");
    }
    return line.substring(prefix.length());
  }

  /** The git directories of all work trees: this one, the main one and those of linked ones. */
  public List<Path> workTrees() throws IOException {
    List<Path> trees = new ArrayList<>(List.of(directory, common));
    Path linked = common.resolve("worktrees");
    if (Files.isDirectory(linked)) {
      try (DirectoryStream<Path> each = Files.newDirectoryStream(linked)) {
        each.forEach(trees::add);
      }
    }
    return trees;
  }

  /**
   * The same, without linked work trees whose directory is missing: git-worktree(1) prunes them,
   * unless they are locked.
   */
  public List<Path> lastingWorkTrees() throws IOException {
    List<Path> lasting = new ArrayList<>();
    for (Path tree : workTrees()) {
      if (!tree.startsWith(common.resolve("worktrees")) || lasts(tree)) {
        lasting.add(tree);
      }
    }
    return lasting;
  }

  private static boolean lasts(Path linked) {
    try {
      String file =
          new String(Files.readAllBytes(linked.resolve("gitdir")), StandardCharsets.UTF_8);
      return Files.exists(linked.resolve(file.strip())) || Files.exists(linked.resolve("locked"));
    } catch (IOException | InvalidPathException e) {
      return false;
    }
  }

  /** The index. */
  public Path index() {
    return directory.resolve("index");
  }

  /**
   * The index and the shared parts of a split index, see git-update-index(1); empty if nothing was
   * ever added.
   */
  List<Path> indexes() throws IOException {
    List<Path> all = new ArrayList<>();
    if (Files.notExists(index())) {
      return all;
    }
    all.add(index());
    // a glob is a regular expression, which takes 2 ms in a new JVM
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        if (file.getFileName().toString().startsWith(SHARED)) {
          all.add(file);
        }
      }
    }
    return all;
  }

  /** The path of the project in the repository, with a slash at the end; empty at the top. */
  public String prefix(Path project) {
    String below = top.relativize(project).toString();
    return below.isEmpty() ? "" : below + "/";
  }
}
