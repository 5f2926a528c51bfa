package dev.bawn.launcher.agent;

import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.Sha256;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.layout.RootOwned;
import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.contract.trust.Installation;
import dev.bawn.contract.trust.ListedProject;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Lists a project again with its owner's rights, as the last sync of its mirror did: while the list
 * stays the same, no sync by root is needed.
 *
 * @param was the list of the last sync
 */
public record ProjectListing(ListedProject was) {

  /**
   * The list that the caller can repeat; empty if only a sync can find changes.
   *
   * @param caller the user of this process
   */
  public static Optional<ProjectListing> of(
      Assignment assignment,
      Uid caller,
      SystemLayout layout,
      Installation installation,
      RootOwned rootOwned) {
    if (!assignment.owner().equals(caller)) {
      return Optional.empty();
    }
    Optional<ListedProject> was = ListedProject.read(layout, assignment.mirror(), rootOwned);
    return was.isPresent()
            && was.get().isOf(assignment)
            && Stream.of(was.get().program().split(":"))
                .allMatch(jar -> Files.exists(installation.library().resolve(jar)))
        ? Optional.of(new ProjectListing(was.get()))
        : Optional.empty();
  }

  /** Tells whether the list is the same. If the command fails, a sync reports the reason. */
  public boolean isSame() {
    try {
      Process list =
          new ProcessBuilder(was.command())
              .directory(new File("/"))
              .redirectInput(new File("/dev/null"))
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      try (InputStream out = list.getInputStream()) {
        Sha256 now = Sha256.of(out);
        return list.waitFor() == 0 && now.equals(was.list());
      }
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
