package dev.bawn.launcher.workspace;

import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.FileStatus;
import dev.bawn.launcher.linux.OpenDirectory;
import dev.bawn.launcher.linux.OpenFile;
import dev.bawn.launcher.linux.RawName;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.Optional;
import java.util.Set;

/**
 * A layer between a project and the upper layer of a session, with the session's {@code .git}: a
 * repository of its own, see gitrepository-layout(5), whose objects are borrowed. Links are not
 * copied: a session could have written one.
 */
public final class RepositoryLayer {

  /** The name of {@link #beside}. */
  public static final String NAME = "repository";

  private static final String GIT = ".git";

  /**
   * The files of a linked worktree that a repository does not have, and others that are not copied.
   */
  private static final Set<String> LINKING = Set.of("gitdir", "commondir", "locked", "modules");

  /** The references and logs of the repository that each worktree has for itself. */
  private static final Set<String> OF_WORKTREE = Set.of("bisect", "worktree", "rewritten");

  private static final int DEEPEST = 50;

  private final Path git;

  private RepositoryLayer(Path layer) {
    git = layer.resolve(GIT);
  }

  /**
   * The repository of a session with a checkout, as bawn made it.
   *
   * @param upper its upper layer
   */
  public static GitRepository of(Path upper) {
    Path git = upper.resolveSibling(NAME).resolve(GIT);
    return new GitRepository(upper.resolveSibling(Checkout.FILES), git, git);
  }

  /**
   * The layer of a session, if it has one: a directory, or for an agent a link to one.
   *
   * @param upper its upper layer
   */
  public static Optional<Path> beside(Path upper) {
    return Optional.of(upper.resolveSibling(NAME)).filter(Files::isDirectory);
  }

  /**
   * Makes the layer, and the one with the files of a checkout, unless an earlier start made them.
   *
   * @param layer the directory, whose parent exists
   * @param source the source of its objects
   */
  public static void make(Path layer, RepositorySource source) throws IOException {
    if (Files.exists(layer, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    RepositoryLayer made = new RepositoryLayer(layer);
    Files.createDirectories(made.git.resolve("objects/info"));
    Files.createDirectories(made.git.resolve("objects/pack"));
    // no switch over types: each start calls this
    if (source instanceof RepositorySource.LinkedWorktree linked) {
      made.borrow();
      made.copy(linked.repository());
    } else if (source instanceof RepositorySource.Worktree worktree) {
      made.borrow();
      made.checkOut(worktree.repository(), worktree.checkout());
    } else if (source instanceof RepositorySource.Clone clone) {
      made.copyCommits(clone.repository(), clone.checkout());
    } else if (source instanceof RepositorySource.Remote remote) {
      made.fetch(remote.repository(), remote.session());
    }
  }

  private void borrow() throws IOException {
    Files.writeString(git.resolve("objects/info/alternates"), BorrowedRepository.INSIDE + "\n");
  }

  /**
   * Makes a checkout. The repository has no reference and no hook of the project, and only the
   * project's settings of the work tree.
   */
  private void checkOut(GitRepository repository, Checkout checkout) throws IOException {
    Path branch = git.resolve("refs/heads").resolve(checkout.branch());
    Files.createDirectories(branch.getParent());
    Files.writeString(branch, checkout.commit() + "\n");
    complete(repository, checkout);
    try (OpenDirectory common = OpenDirectory.at(repository.common())) {
      files(common, Set.of("shallow"));
    }
    writeFiles(repository, checkout, repository.common().resolve("objects"));
  }

  /** Copies the commits of the branch and their tags. */
  private void copyCommits(GitRepository repository, Checkout checkout) throws IOException {
    complete(repository, checkout);
    checkout.copy(repository, git);
    writeFiles(repository, checkout, git.resolve("objects"));
  }

  /** Fetches into a separate directory, since the server controls the output. */
  private void fetch(RemoteRepository remote, String session) throws IOException {
    Path fetched = Files.createDirectory(git.getParent().resolveSibling("fetched"));
    Path bundle = remote.fetch(fetched);
    Path at = fetched.resolve("repository");
    GitRepository theirs = new GitRepository(at, at, at);
    BaseDirectory.complete(git, theirs);
    Checkout checkout = Checkout.of(git, bundle, session);
    complete(theirs, checkout);
    checkout.copy(bundle, git);
    TreeRemoval.remove(fetched);
    Path files = git.getParent().resolveSibling(Checkout.FILES);
    checkout.write(git, git.resolve("objects"), Files.createDirectories(files));
  }

  private void complete(GitRepository repository, Checkout checkout) throws IOException {
    Files.writeString(git.resolve("HEAD"), "ref: refs/heads/" + checkout.branch() + "\n");
    BaseDirectory.complete(git, repository);
  }

  private void writeFiles(GitRepository repository, Checkout checkout, Path objects)
      throws IOException {
    WorkTreeSettings.copy(repository, git);
    Path files = git.getParent().resolveSibling(Checkout.FILES);
    checkout.write(git, objects, Files.createDirectories(files));
    IncludedFiles.copy(repository, git.getParent(), files);
    SubmoduleFiles.copy(repository, git.resolve("index"), files);
  }

  private void copy(GitRepository repository) throws IOException {
    try (OpenDirectory common = OpenDirectory.at(repository.common())) {
      files(common, Set.of("config", "packed-refs", "shallow"));
      for (String name : Set.of("refs", "info", "hooks")) {
        tree(common, RawName.of(name), git.resolve(name), OF_WORKTREE, 0);
      }
      Files.deleteIfExists(git.resolve("info/sparse-checkout"));
      if (isDirectory(common, RawName.of("logs"))) {
        try (OpenDirectory logs = common.directory(RawName.of("logs"))) {
          tree(logs, RawName.of("refs"), git.resolve("logs/refs"), OF_WORKTREE, 0);
        }
      }
    }
    FileTime written = time(repository.index());
    try (OpenDirectory own = OpenDirectory.at(repository.directory())) {
      entries(own, git, LINKING, 0);
    }
    Path index = git.resolve("index");
    if (Files.exists(index)) {
      // git reads each file that is not older than its index, see racy-git in its documentation
      Files.setLastModifiedTime(index, written);
    }
    // a bare repository can have worktrees, and the copy has one
    Files.write(
        git.resolve("config"),
        ("\n[core]\n\tbare = false\n" + WorkTreeSettings.WITHOUT_GC)
            .getBytes(StandardCharsets.UTF_8),
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }

  /** Copies those of the named files that exist. */
  private void files(OpenDirectory common, Set<String> names) throws IOException {
    for (String name : names) {
      RawName file = RawName.of(name);
      if (common.look(file).filter(it -> it.is(FileKind.FILE)).isPresent()) {
        file(common, file, git);
      }
    }
  }

  private static FileTime time(Path index) throws IOException {
    return Files.exists(index, LinkOption.NOFOLLOW_LINKS)
        ? Files.getLastModifiedTime(index, LinkOption.NOFOLLOW_LINKS)
        : FileTime.fromMillis(0);
  }

  private static void tree(
      OpenDirectory parent, RawName name, Path to, Set<String> without, int depth)
      throws IOException {
    if (isDirectory(parent, name)) {
      Files.createDirectories(to);
      try (OpenDirectory directory = parent.directory(name)) {
        entries(directory, to, without, depth);
      }
    }
  }

  private static boolean isDirectory(OpenDirectory parent, RawName name) throws IOException {
    return parent.look(name).filter(it -> it.is(FileKind.DIRECTORY)).isPresent();
  }

  private static void entries(OpenDirectory from, Path to, Set<String> without, int depth)
      throws IOException {
    for (RawName name : from.names()) {
      Optional<FileStatus> status =
          without.contains(name.bytes()) ? Optional.empty() : from.look(name);
      if (status.isPresent() && status.get().is(FileKind.FILE)) {
        file(from, name, to);
      } else if (status.isPresent() && status.get().is(FileKind.DIRECTORY) && depth < DEEPEST) {
        tree(from, name, to.resolve(text(name)), Set.of(), depth + 1);
      }
    }
  }

  private static void file(OpenDirectory from, RawName name, Path to) throws IOException {
    Path copy = to.resolve(text(name));
    try (OpenFile file = from.file(name);
        InputStream in = file.stream()) {
      Files.copy(in, copy, StandardCopyOption.REPLACE_EXISTING);
      copy.toFile().setExecutable(file.status().isExecutable(), true);
    }
  }

  private static String text(RawName name) {
    return new String(name.bytes().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
  }
}
