package dev.bawn.admin.agent;

import dev.bawn.admin.account.SubordinateIds;
import dev.bawn.admin.account.UidUse;
import dev.bawn.admin.sealing.AdminSettings;
import dev.bawn.admin.sealing.AtomicFile;
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
 * Gives out the uids of agents, each once in the life of the machine, so that no new agent ever
 * owns what a deleted one left behind. The numbers grow: launchers rely on that. Skips numbers that
 * something on this machine uses.
 */
public final class UidCounter {

  private final SystemLayout layout;
  private final UidUse use;

  /**
   * @param layout where uids are counted
   * @param use tells which numbers are used
   */
  public UidCounter(SystemLayout layout, UidUse use) {
    this.layout = layout;
    this.use = use;
  }

  /** The next number; it counts as given out from now on, whatever becomes of it. */
  public Uid take() throws IOException {
    Uid uid = free();
    count(layout.nextUid(), uid.number() + 1L);
    return uid;
  }

  /** The number that {@link #take} would give. */
  public Uid free() throws IOException {
    UidRange range = AdminSettings.read(layout).range();
    long next = Math.max(range.first().number(), next().map(Uid::number).orElse(0));
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
        "no user ID is left for an agent in " + range,
        "choose another range: sudo bawn-admin init --agent-uids FIRST-LAST");
  }

  /**
   * The lowest number that was never given out, if any was; also by an installation that was
   * removed since.
   */
  public Optional<Uid> next() throws IOException {
    Uid highest = Uid.ROOT;
    for (Path file : List.of(layout.nextUid(), layout.keptNextUid())) {
      if (Files.exists(file)) {
        Uid counted = new Uid(Integer.parseInt(Files.readString(file).strip()));
        highest = counted.compareTo(highest) > 0 ? counted : highest;
      }
    }
    return Optional.of(highest).filter(uid -> !uid.equals(Uid.ROOT));
  }

  /**
   * Writes the number where it stays when all else that bawn keeps is removed.
   *
   * @return where that is, if a number was ever given out
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
