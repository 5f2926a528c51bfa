package dev.bawn.admin.change;

import dev.bawn.contract.agent.ProjectId;
import dev.bawn.contract.agent.Spelling;
import java.util.Optional;

/**
 * The effect of a change on an agent's scratch directory for a project.
 *
 * @param project the project of the directory
 * @param fate created or removed
 */
public record ScratchChange(ProjectId project, Fate fate) {

  /** The effect on a scratch directory. */
  public enum Fate implements Spelling {
    /** Created before the change is decided; if the change is undone, removed again if empty. */
    MADE,
    /** Removed with all files in it, after the change was decided. */
    REMOVED
  }

  /** Returns the project whose scratch directory a change creates; empty if it creates none. */
  static Optional<ProjectId> made(Optional<ScratchChange> change) {
    return project(change, Fate.MADE);
  }

  /** Returns the project whose scratch directory a change removes; empty if it removes none. */
  static Optional<ProjectId> removed(Optional<ScratchChange> change) {
    return project(change, Fate.REMOVED);
  }

  private static Optional<ProjectId> project(Optional<ScratchChange> change, Fate fate) {
    return change.filter(each -> each.fate() == fate).map(ScratchChange::project);
  }
}
