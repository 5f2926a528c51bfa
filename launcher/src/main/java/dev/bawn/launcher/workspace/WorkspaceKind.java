package dev.bawn.launcher.workspace;

import dev.bawn.contract.agent.Spelling;

/** What a session has in the place of the project. */
public enum WorkspaceKind implements Spelling {
  /** The project below, unchanged; what the session writes is kept apart. */
  OVERLAY,
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
    return this == OVERLAY || this == READONLY;
  }
}
