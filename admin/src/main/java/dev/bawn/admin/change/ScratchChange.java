package dev.bawn.admin.change;

import dev.bawn.contract.agent.ProjectId;
import dev.bawn.contract.agent.Spelling;
import java.util.Optional;

/**
 * The effect of a change on an agent's scratch directory for a project.
 *
 * @param project whose space it is
 * @param fate what becomes of it
 */
public record ScratchChange(ProjectId project, Fate fate) {

  /** What becomes of a space. */
  public enum Fate implements Spelling {
    /** It is there before the change decides; undone, it goes again if it is empty. */
    MADE,
    /** It goes with all that the agent wrote there, once the change has happened. */
    REMOVED
  }

  /** The project whose space is made by a change, if it makes one. */
  static Optional<ProjectId> made(Optional<ScratchChange> change) {
    return project(change, Fate.MADE);
  }

  /** The project whose space goes with a change, if one does. */
  static Optional<ProjectId> removed(Optional<ScratchChange> change) {
    return project(change, Fate.REMOVED);
  }

  private static Optional<ProjectId> project(Optional<ScratchChange> change, Fate fate) {
    return change.filter(each -> each.fate() == fate).map(ScratchChange::project);
  }
}
