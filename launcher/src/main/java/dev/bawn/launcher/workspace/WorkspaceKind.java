package dev.bawn.launcher.workspace;

import dev.bawn.contract.agent.Spelling;

/** What a session has in the place of the project. */
public enum WorkspaceKind implements Spelling {
  /** The project below, unchanged; what the session writes is kept apart. */
  OVERLAY,
  /** A checkout of the project's repository, on a branch of the session's own. */
  WORKTREE,
  /** The same, with objects of the session's own. */
  CLONE,
  /** The project itself. */
  BIND,
  /** The project, and nothing of it can be changed. */
  READONLY,
  /** A directory that was empty. */
  EMPTY;

  /**
   * Whether files of the project can be hidden: an overlay hides names, whatever is saved there.
   */
  public boolean hides() {
    return isLayered() || this == READONLY;
  }

  /** Whether the session writes into an upper layer, over the project or over a checkout of it. */
  public boolean isLayered() {
    return this == OVERLAY || isCheckout();
  }

  /** Whether the session has the files of a commit. */
  public boolean isCheckout() {
    return this == WORKTREE || this == CLONE;
  }
}
