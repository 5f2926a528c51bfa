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
 * owns what a deleted one left behind.
 */
public final class UidCounter {

  private final Layout layout;

  /**
   * @param layout where uids are counted
   */
  public UidCounter(Layout layout) {
    this.layout = layout;
  }

  /** The next number; it counts as given out from now on, whatever becomes of it. */
  public Uid take() throws IOException {
    Uid next = Uid.FIRST_OF_AGENTS;
    if (Files.exists(layout.nextUid())) {
      next = new Uid(Integer.parseInt(Files.readString(layout.nextUid()).strip()));
    }
    if (!next.isOfAgents()) {
      throw new Failed(
          "all uids for agents, %s to %s, have been given out"
              .formatted(Uid.FIRST_OF_AGENTS, Uid.LAST_OF_AGENTS),
          "");
    }
    String after = (next.number() + 1) + "\n";
    AtomicFile.replace(layout.nextUid(), after.getBytes(StandardCharsets.US_ASCII), "rw-------");
    return next;
  }
}
