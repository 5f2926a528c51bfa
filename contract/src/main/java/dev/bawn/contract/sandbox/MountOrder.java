package dev.bawn.contract.sandbox;

import java.util.ArrayList;
import java.util.List;

/**
 * The rule that no mount point is below a directory that a session can write: bubblewrap 0.8
 * follows a symbolic link that the session made there, out to the host.
 */
public final class MountOrder {

  private MountOrder() {}

  /**
   * Checks the rule.
   *
   * @return the same steps
   * @throws IllegalStateException if a mount point is below one that the session can write
   */
  public static List<SandboxStep> checked(List<SandboxStep> steps) {
    List<InsidePath> writable = new ArrayList<>();
    for (SandboxStep step : steps) {
      if (step instanceof SandboxStep.Mount mount) {
        requireNotBelow(writable, mount);
        if (mount.written().isPresent()) {
          writable.add(mount.at());
        }
      }
    }
    return List.copyOf(steps);
  }

  private static void requireNotBelow(List<InsidePath> writable, SandboxStep.Mount mount) {
    for (InsidePath above : writable) {
      if (!mount.isKept() && mount.at().text().startsWith(above.text() + "/")) {
        throw new IllegalStateException(
            mount.at().text() + " would be mounted below the writable " + above.text());
      }
    }
  }
}
