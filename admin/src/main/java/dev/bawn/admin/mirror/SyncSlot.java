package dev.bawn.admin.mirror;

import dev.bawn.admin.change.HeldLock;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A slot among the syncs that one operator may run at a time. Each sync is a process of root that
 * waits for its mirror.
 */
public final class SyncSlot {

  private static final int MOST = 32;

  private SyncSlot() {}

  /**
   * Takes a slot.
   *
   * @throws Refused if all slots are in use
   */
  public static HeldLock take(SystemLayout layout, Uid operator) throws IOException {
    Path directory = CurrentMarkerFile.directory(layout);
    for (int i = 1; i <= MOST; i++) {
      Optional<HeldLock> lock = HeldLock.tryTake(directory.resolve(".sync-" + operator + "-" + i));
      if (lock.isPresent()) {
        return lock.get();
      }
    }
    throw new Refused(
        MOST + " syncs of uid " + operator + " are running already",
        "wait until one of them has ended");
  }
}
