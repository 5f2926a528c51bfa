package dev.bawn.launcher.workspace;

import java.util.Optional;

/** The source of a session's own repository: see {@link RepositoryLayer}. */
public sealed interface RepositorySource {

  /** The checkout, if it is known before the repository is made. */
  default Optional<Checkout> planned() {
    return Optional.empty();
  }

  /** An earlier start made it. */
  record Made() implements RepositorySource {}

  /**
   * The session has the files of the project, which is a linked worktree: see git-worktree(1).
   *
   * @param repository whose objects the session borrows
   */
  record LinkedWorktree(GitRepository repository) implements RepositorySource {}

  /**
   * The session has a checkout, and borrows the objects.
   *
   * @param repository whose objects the session borrows
   */
  record Worktree(GitRepository repository, Checkout checkout) implements RepositorySource {
    @Override
    public Optional<Checkout> planned() {
      return Optional.of(checkout);
    }
  }

  /**
   * The session has a checkout, and a copy of the objects that it reaches.
   *
   * @param repository from which they are copied
   */
  record Clone(GitRepository repository, Checkout checkout) implements RepositorySource {
    @Override
    public Optional<Checkout> planned() {
      return Optional.of(checkout);
    }
  }

  /**
   * The session has a checkout, and the objects that it reaches.
   *
   * @param repository from which they are fetched
   * @param session its name
   */
  record Remote(RemoteRepository repository, String session) implements RepositorySource {}
}
