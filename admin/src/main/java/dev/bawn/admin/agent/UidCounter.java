package dev.bawn.admin.agent;

import dev.bawn.admin.account.SubordinateIds;
import dev.bawn.admin.account.UidUse;
import dev.bawn.admin.sealing.AdminSettings;
import dev.bawn.admin.sealing.AtomicFile;
import dev.bawn.admin.sealing.Trees;
import dev.bawn.admin.sealing.UidRange;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Allocates the uids of agents, each once in the life of the machine, so that no new agent ever
 * owns the files of a deleted one. The numbers grow: launchers rely on that. Numbers in use on this
 * machine are skipped.
 */
public final class UidCounter {

  private final SystemLayout layout;
  private final UidUse use;

  /**
   * @param layout with the counter
   * @param use tells which numbers are in use
   */
  public UidCounter(SystemLayout layout, UidUse use) {
    this.layout = layout;
    this.use = use;
  }

  /** Allocates the next number; it is never allocated again, even if it stays unused. */
  public Uid take() throws IOException {
    Uid uid = free();
    count(layout.nextUid(), uid.number() + 1L);
    return uid;
  }

  /** Returns the number that {@link #take} would allocate. */
  public Uid free() throws IOException {
    UidRange range = AdminSettings.read(layout).range();
    Optional<Uid> counted = next();
    if (counted.isEmpty() && !Trees.entries(layout.allGenerations(), "*").isEmpty()) {
      throw uncounted(layout.nextUid() + " is missing");
    }
    long next = Math.max(range.first().number(), counted.map(Uid::number).orElse(0));
    SubordinateIds subordinate = SubordinateIds.read(layout);
    while (next <= range.last().number()) {
      Uid uid = new Uid((int) next);
      Optional<SubordinateIds.Range> skipped = subordinate.of(uid);
      if (skipped.isPresent()) {
        next = skipped.get().last() + 1;
      } else if (use.of(uid).isPresent()) {
        next++;
      } else {
        return uid;
      }
    }
    throw new Failed(
        "no user ID is left in " + range,
        "choose another range: sudo bawn-admin init --agent-uids FIRST-LAST");
  }

  /**
   * Returns the number after the last allocated one, also of an installation that was removed;
   * empty if none was allocated.
   */
  public Optional<Uid> next() throws IOException {
    Uid highest = Uid.ROOT;
    for (Path file : List.of(layout.nextUid(), layout.keptNextUid())) {
      if (Files.exists(file)) {
        Uid counted = counted(file);
        highest = counted.compareTo(highest) > 0 ? counted : highest;
      }
    }
    return Optional.of(highest).filter(uid -> !uid.equals(Uid.ROOT));
  }

  private static Uid counted(Path file) throws IOException {
    String text = Files.readString(file).strip();
    if (!text.matches("[1-9][0-9]{0,8}")) {
      throw uncounted(file + " does not contain a user ID");
    }
    return new Uid(Integer.parseInt(text));
  }

  private static Failed uncounted(String problem) {
    return new Failed(
        problem,
        "write a number into it that is above the user IDs of all agents, also of deleted ones; see:"
            + " ls -ln /var/lib/bawn/homes");
  }

  /**
   * Writes the counter to a file that stays when bawn is uninstalled.
   *
   * @return the file; empty if no number was ever allocated
   */
  public Optional<Path> keep() throws IOException {
    Optional<Uid> next = next();
    if (next.isPresent()) {
      count(layout.keptNextUid(), next.get().number());
    }
    return next.map(uid -> layout.keptNextUid());
  }

  private static void count(Path file, long next) throws IOException {
    AtomicFile.replace(file, (next + "\n").getBytes(StandardCharsets.US_ASCII), "rw-------");
  }
}
