package dev.bawn.admin.agent;

import dev.bawn.contract.failure.Refused;
import java.nio.file.Path;

/** Changes that an agent made in an earlier assignment of a project. */
public final class EarlierWork {

  private EarlierWork() {}

  /**
   * The refusal of an assignment. The agent does not have the project yet, so no command of an
   * operator finds these changes.
   *
   * @param overlay the directory of the overlay: its path contains the names of agent and project
   */
  public static Refused refusal(Path overlay) {
    return new Refused(
        overlay.getParent().getParent().getFileName()
            + " has changes of an earlier assignment of "
            + overlay.getFileName()
            + " in "
            + overlay.resolve("upper"),
        "copy what you need, then: sudo rm -rf --one-file-system -- " + overlay);
  }
}
