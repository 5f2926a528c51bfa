package dev.bawn.launcher.workspace;

import dev.bawn.launcher.mount.MountGate;
import dev.bawn.launcher.mount.MountSource;
import dev.bawn.launcher.mount.Purpose;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The repository of a project that is a linked worktree, see git-worktree(1): it lies outside of
 * the project. A session borrows its objects read-only, and has a copy of the rest.
 *
 * @param repository the repository, without links in its paths
 * @param objects its objects
 */
public record BorrowedRepository(GitRepository repository, MountSource objects) {

  /** Where a session has the objects. */
  public static final Path INSIDE = Path.of("/run/borrowed-objects");

  private static final int LONGEST_POINTER = 4200;

  /**
   * The repository of a project; nothing where it lies in the project, or there is none.
   *
   * <p>A {@code .git} file is part of the project, and anybody can have written it: an archive, for
   * example. So the repository must name the project, as git writes it into {@code
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
    Optional<GitRepository> real = leadingBack(found.get());
    if (real.isEmpty()) {
      warnings.add(
          "git does not work in the session: the .git of the project names a repository that does"
              + " not name the project as its worktree");
      return Optional.empty();
    }
    return gate.found(real.get().common().resolve("objects"), Purpose.REPOSITORY, warnings)
        .map(objects -> new BorrowedRepository(real.get(), objects));
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
