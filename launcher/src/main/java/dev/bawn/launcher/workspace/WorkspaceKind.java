package dev.bawn.launcher.workspace;

import dev.bawn.contract.agent.Spelling;

/** The kind of workspace of a session. */
public enum WorkspaceKind implements Spelling {
  /** An overlay: the project below, unchanged, and an upper layer for the session's changes. */
  OVERLAY,
  /** A checkout of the project's repository, on a branch of the session's own. */
  WORKTREE,
  /** A checkout as for {@link #WORKTREE}, with the session's own objects. */
  CLONE,
  /** The project itself, writable. */
  BIND,
  /** The project itself, read-only. */
  READONLY,
  /** A new, empty directory. */
  EMPTY,
  /** The workspace that root assigned to the agent of the session. */
  AGENT;

  /** The kinds of sessions under the caller's own user. */
  public static WorkspaceKind[] ofUnprivileged() {
    return new WorkspaceKind[] {OVERLAY, WORKTREE, CLONE, BIND, READONLY, EMPTY};
  }

  /**
   * Tells whether files of the project can be hidden: a mount or an overlay hides names, even if
   * their files are replaced.
   */
  public boolean hides() {
    return isLayered() || this == READONLY;
  }

  /** Tells whether the session can read the project's repository with its settings. */
  public boolean showsRepository() {
    return this == OVERLAY || this == BIND || this == READONLY;
  }

  /**
   * Tells whether the session writes into an upper layer, over the project or over a checkout of
   * it.
   */
  public boolean isLayered() {
    return this == OVERLAY || isCheckout();
  }

  /** Tells whether the session has the files of a commit. */
  public boolean isCheckout() {
    return this == WORKTREE || this == CLONE;
  }
}
