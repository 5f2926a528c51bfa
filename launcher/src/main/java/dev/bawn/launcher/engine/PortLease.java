package dev.bawn.launcher.engine;

import dev.bawn.launcher.config.ReplacedFile;
import dev.bawn.launcher.plan.PortRange;
import dev.bawn.launcher.record.SessionName;
import dev.bawn.launcher.record.SessionPlaces;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The ports of running sessions: a file {@code FIRST-COUNT} for each range contains the mark of the
 * session's process.
 *
 * @param directory of these files
 * @param proc the path of {@code /proc}
 */
public record PortLease(Path directory, Path proc) {

  /** The first port that the kernel assigns itself: ip_local_port_range, see ip(7). */
  private static final int EPHEMERAL = 32768;

  private static final int END = 65536;

  /** The lease for the caller's sessions. */
  public static PortLease in(SessionPlaces places, Path proc) {
    return new PortLease(places.sessions().resolveSibling("ports"), proc);
  }

  /**
   * A range that no running session has; nearly always the same one for the same name of a session.
   *
   * @param base the lowest port
   * @param count the number of ports in a range
   * @return empty if all ranges are in use
   */
  public Optional<PortRange> unused(SessionName name, int base, int count) {
    List<PortRange> known = known();
    int slots = Math.max(0, ((base < EPHEMERAL ? EPHEMERAL : END) - base) / count);
    int begin = slots == 0 ? 0 : Math.floorMod(name.text().hashCode(), slots);
    for (int i = 0; i < slots; i++) {
      PortRange range = new PortRange(base + (begin + i) % slots * count, count);
      if (!isUsed(range, known, () -> ProcessMark.ofStub(proc))) {
        return Optional.of(range);
      }
    }
    return Optional.empty();
  }

  /**
   * Takes a range for a session that is about to begin.
   *
   * @param process that becomes the session
   * @return false if another session has a part of it by now
   * @throws IOException if the lease cannot be written
   */
  boolean take(PortRange range, ProcessMark process) throws IOException {
    Files.createDirectories(directory, SessionStaging.PRIVATE);
    try (FileChannel channel =
        FileChannel.open(
            directory.resolve(".lock"),
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
      channel.lock();
      List<PortRange> known = known();
      if (isUsed(range, known, () -> process)) {
        return false;
      }
      for (PortRange each : known) {
        if (each.overlaps(range)) {
          Files.deleteIfExists(file(each));
        }
      }
      ReplacedFile.write(file(range), process.text());
      return true;
    }
  }

  private boolean isUsed(PortRange range, List<PortRange> known, Supplier<ProcessMark> self) {
    for (PortRange each : known) {
      if (each.overlaps(range)) {
        ProcessMark user = ProcessMark.in(file(each));
        if (user.lives(proc) && !user.isThatOf(self.get())) {
          return true;
        }
      }
    }
    return false;
  }

  private Path file(PortRange range) {
    return directory.resolve(range.first() + "-" + range.count());
  }

  private List<PortRange> known() {
    List<PortRange> known = new ArrayList<>();
    String[] names = directory.toFile().list();
    for (String name : names == null ? new String[0] : names) {
      int dash = name.indexOf('-');
      if (dash > 0) {
        try {
          known.add(
              new PortRange(
                  Integer.parseInt(name.substring(0, dash)),
                  Integer.parseInt(name.substring(dash + 1))));
        } catch (NumberFormatException e) {
          // not a file of bawn
          continue;
        }
      }
    }
    return known;
  }
}
