package dev.bawn.admin.agent;

import dev.bawn.contract.failure.Refused;
import java.nio.file.Path;

/** Changes that an agent made over a copy of the project that no longer exists. */
public final class EarlierWork {

  private EarlierWork() {}

  /**
   * The refusal to make a copy of the project below these changes. Without a copy, no command of an
   * operator finds them.
   *
   * @param overlay the directory of the overlay: its path contains the names of agent and project
   */
  public static Refused refusal(Path overlay) {
    return new Refused(
        overlay.getParent().getParent().getFileName()
            + " has changes over an earlier copy of "
            + overlay.getFileName()
            + " in "
            + overlay.resolve("upper"),
        "copy what you need, then: sudo rm -rf --one-file-system -- " + overlay);
  }
}
