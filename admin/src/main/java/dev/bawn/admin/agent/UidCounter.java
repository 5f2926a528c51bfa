package dev.bawn.admin.agent;

import dev.bawn.admin.sealing.AtomicFile;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.layout.Layout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;

/**
 * Gives out the uids of agents, each once in the life of the machine, so that no new agent ever
 * owns what a deleted one left behind. 70000 to 99999 lie between the ids that systemd hands out
 * (up to 65535) and those of subuid(5) (from 100000): see "Users, Groups, UIDs and GIDs on systemd
 * Systems".
 */
final class UidCounter {

  private static final int FIRST = 70_000;
  private static final int LAST = 99_999;

  private final Layout layout;

  UidCounter(Layout layout) {
    this.layout = layout;
  }

  /** The next number; it counts as given out from now on, whatever becomes of it. */
  Uid take() throws IOException {
    int next = FIRST;
    if (Files.exists(layout.nextUid())) {
      next = Integer.parseInt(Files.readString(layout.nextUid()).strip());
    }
    if (next < FIRST || next > LAST) {
      throw new Failed(
          "all uids for agents, " + FIRST + " to " + LAST + ", have been given out", "");
    }
    String after = (next + 1) + "\n";
    AtomicFile.replace(layout.nextUid(), after.getBytes(StandardCharsets.US_ASCII), "rw-------");
    return new Uid(next);
  }
}
