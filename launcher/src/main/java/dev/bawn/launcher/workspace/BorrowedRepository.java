package dev.bawn.launcher.workspace;

import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.mount.MountGate;
import dev.bawn.launcher.mount.MountSource;
import dev.bawn.launcher.mount.Purpose;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A repository that is made for a session. It may borrow objects. If the project is a linked
 * worktree, see git-worktree(1), these are from its repository; else from the repository that is
 * checked out. The session does not write there.
 *
 * @param source the source of its objects
 * @param objects the borrowed objects
 */
public record BorrowedRepository(RepositorySource source, Optional<MountSource> objects) {

  /** The path of the objects in a session. */
  public static final Path INSIDE = Path.of("/run/borrowed-objects");

  private static final String USE_OVERLAY = "use an overlay: --workspace overlay";
  private static final int LONGEST_POINTER = 4200;

  /**
   * The directory in which a repository keeps those of its submodules, see gitrepository-layout(5).
   */
  private static final String MODULES = "modules";

  /**
   * The repository of a project; empty if it is in the project, or there is none.
   *
   * <p>A {@code .git} file is part of the project, and its author is unknown: it can come from an
   * archive, for example. So the repository must name the project, as git writes it into {@code
   * worktrees/ID/gitdir}, and must be the caller's.
   *
   * @param warnings get the reason why git does not work in the session
   */
  public static Optional<BorrowedRepository> of(
      Path project, MountGate gate, List<String> warnings) {
    Optional<GitRepository> found =
        GitRepository.of(project)
            .filter(each -> each.top().equals(project))
            .filter(each -> !each.directory().startsWith(project));
    if (found.isEmpty()) {
      return Optional.empty();
    }
    Optional<GitRepository> real = leadingBack(found.get()).filter(BorrowedRepository::hasObjects);
    if (real.isEmpty()) {
      warnings.add("git does not work in the session: " + reason(found.get()));
      return Optional.empty();
    }
    return gate.found(real.get().common().resolve("objects"), Purpose.REPOSITORY, warnings)
        .map(objects ->
            new BorrowedRepository(
                new RepositorySource.LinkedWorktree(real.get()), Optional.of(objects)));
  }

  /**
   * The repository from which a session gets a checkout.
   *
   * @param kind one with a checkout
   * @param reference of the first commit, if one was named
   * @param isEarlier whether the session already has its checkout
   * @throws Refused if the project is not the top of a repository of the caller
   * @throws dev.bawn.contract.failure.WrongUsage if there is no such commit
   */
  public static BorrowedRepository checkout(
      Path project,
      MountGate gate,
      WorkspaceKind kind,
      Optional<String> reference,
      boolean isEarlier,
      String session) {
    if (isEarlier && kind == WorkspaceKind.CLONE) {
      return new BorrowedRepository(new RepositorySource.Made(), Optional.empty());
    }
    Optional<GitRepository> found =
        GitRepository.of(project).filter(each -> each.top().equals(project));
    GitRepository repository =
        found
            .flatMap(each -> isWithin(project, each) ? Optional.of(each) : leadingBack(each))
            .filter(each -> ProjectTop.isOfCaller(each.common()) && hasObjects(each))
            .orElseThrow(() ->
                new Refused(
                    "--workspace "
                        + kind.word()
                        + " needs a git repository of yours, and "
                        + found.map(BorrowedRepository::reason).orElse(absence(project)),
                    isEarlier ? "put the project with its .git back there" : USE_OVERLAY));
    Path objects = repository.common().resolve("objects");
    try {
      requireOwnObjects(repository);
      MountSource borrowed = gate.named(objects, Purpose.REPOSITORY);
      if (isEarlier) {
        return new BorrowedRepository(new RepositorySource.Made(), Optional.of(borrowed));
      }
      Checkout checkout = Checkout.of(repository, kind, reference, session);
      return kind == WorkspaceKind.CLONE
          ? new BorrowedRepository(
              new RepositorySource.Clone(repository, checkout), Optional.empty())
          : new BorrowedRepository(
              new RepositorySource.Worktree(repository, checkout), Optional.of(borrowed));
    } catch (IOException e) {
      throw new Refused("the objects of the repository cannot be read: " + objects, USE_OVERLAY);
    }
  }

  /**
   * The repository of a session without a project.
   *
   * @param address a repository of this machine
   * @param reference of the first commit, if one was named
   * @throws Refused if it is no repository of the caller
   */
  public static BorrowedRepository copy(
      Path address, MountGate gate, Optional<String> reference, String session) {
    String shown = Printable.whole(address);
    try {
      Path dotGit = address.resolve(".git");
      boolean isBare = !Files.exists(dotGit, LinkOption.NOFOLLOW_LINKS);
      Path git = isBare ? address : dotGit;
      Path real = git.toRealPath();
      GitRepository repository = new GitRepository(real, real, real);
      // the author of the directory could have put a link or a file there that leads to another
      // repository
      if (!isBare && !Files.isDirectory(dotGit, LinkOption.NOFOLLOW_LINKS)
          || !ProjectTop.isOfCaller(real)
          || !hasObjects(repository)
          || Files.exists(real.resolve("commondir"), LinkOption.NOFOLLOW_LINKS)) {
        throw new Refused(
            shown + " is not a git repository of yours",
            "give a URL, or the top of a git repository that belongs to you");
      }
      requireOwnObjects(repository);
      gate.named(git.resolve("objects"), Purpose.REPOSITORY);
      return new BorrowedRepository(
          new RepositorySource.Clone(
              repository, Checkout.of(repository, WorkspaceKind.CLONE, reference, session)),
          Optional.empty());
    } catch (NoSuchFileException e) {
      throw new NotFound(
          "'" + shown + "' does not exist", "give a URL, or the path of a repository");
    } catch (IOException e) {
      throw new Refused(shown + " cannot be read", "see: namei -l " + shown);
    }
  }

  /**
   * Refuses links among the objects: git reads them outside of the session for a checkout, and
   * follows links. The author of the repository cannot name an object of another one, but can link
   * to a directory of objects.
   */
  private static void requireOwnObjects(GitRepository repository) throws IOException {
    Path objects = repository.common().resolve("objects");
    for (Path directory : List.of(objects, objects.resolve("pack"))) {
      if (Files.isDirectory(directory)) {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
          for (Path entry : entries) {
            if (Files.isSymbolicLink(entry)) {
              throw new Refused(
                  "the repository has a link among its objects, which bawn does not follow: "
                      + Printable.whole(entry),
                  "put a directory in its place; or " + USE_OVERLAY);
            }
          }
        }
      }
    }
    if (repository.alternates().isPresent()) {
      throw new Refused(
          "the repository borrows objects of another one, which bawn does not read",
          "copy them: git repack -ad && rm .git/objects/info/alternates; or " + USE_OVERLAY);
    }
  }

  /** The reason where git finds no repository at the top of a project. */
  private static String absence(Path project) {
    Path git = project.resolve(".git");
    return Files.exists(git, LinkOption.NOFOLLOW_LINKS)
        ? Printable.whole(git) + " cannot be read as one"
        : Printable.whole(project) + " is not the top of one";
  }

  /**
   * The reason why a session cannot have the repository of a project, which is outside of it or is
   * not an ordinary one.
   */
  private static String reason(GitRepository found) {
    String top = Printable.whole(found.top());
    if (!ProjectTop.isOfCaller(found.common())) {
      return "the repository of " + top + " belongs to another user";
    }
    if (found.directory().toString().contains("/.git/" + MODULES + "/")) {
      return top + " is a submodule, whose repository lies in another project";
    }
    return "the .git of "
        + top
        + " leads to a repository that does not name this directory as its worktree";
  }

  /**
   * Tells whether the repository is in the project. A link, or a file {@code commondir}, could lead
   * to another repository of the caller.
   */
  private static boolean isWithin(Path project, GitRepository repository) {
    try {
      return repository.common().equals(repository.directory())
          && repository.directory().startsWith(project)
          && repository.directory().toRealPath().equals(repository.directory());
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean hasObjects(GitRepository repository) {
    return Files.isDirectory(repository.common().resolve("objects"), LinkOption.NOFOLLOW_LINKS);
  }

  private static Optional<GitRepository> leadingBack(GitRepository found) {
    try {
      Path directory = found.directory().toRealPath();
      Path common = found.common().toRealPath();
      Path pointer = directory.resolve("gitdir");
      if (!directory.getParent().equals(common.resolve("worktrees"))
          || !ProjectTop.isOfCaller(common)
          || !ProjectTop.isOfCaller(directory)
          || Files.size(pointer) > LONGEST_POINTER) {
        return Optional.empty();
      }
      String text = new String(Files.readAllBytes(pointer), StandardCharsets.UTF_8).strip();
      Path back = directory.resolve(text).getParent().toRealPath();
      return back.equals(found.top())
          ? Optional.of(new GitRepository(found.top(), directory, common))
          : Optional.empty();
    } catch (IOException | InvalidPathException e) {
      return Optional.empty();
    }
  }
}
