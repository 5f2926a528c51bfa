package dev.bawn.launcher.agent;

import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.layout.Layout;
import dev.bawn.contract.trust.KernelPolicies;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The walls of what runs right now with an agent's uid, read back from {@code /proc}.
 *
 * <p>The first four processes of a session are the relay, its monitor, and bubblewrap's own, one
 * outside and one that is the first inside; they come before the change of label and stay as they
 * are. Only their places in the tree may be unconfined, and only under the names of what bawn
 * starts there. The name alone proves nothing: an agent can choose it. Whatever an agent starts, or
 * orphans, stays below the fourth.
 */
public final class RunningSessions {

  /** The relay, its monitor and two of bubblewrap: from the one whose parent has another uid. */
  private static final int OUTSIDE_THE_LABEL = 4;

  /** What the script {@code enter} becomes on its way to bubblewrap. */
  private static final Set<String> STARTERS =
      Set.of("enter", "perl", "prlimit", "aa-exec", "bwrap");

  private final Path proc;
  private final KernelPolicies kernel;

  /**
   * @param layout where {@code /proc} and {@code /sys} are
   */
  public RunningSessions(Layout layout) {
    this.proc = layout.at("proc");
    this.kernel = new KernelPolicies(layout);
  }

  /**
   * One process inside walls.
   *
   * @param process what the kernel says of it
   * @param gap what is missing of its walls, if anything
   */
  public record Observed(SessionProcess process, Optional<String> gap) {}

  /** All processes of the agent that must be inside walls, by number. */
  public List<Observed> of(Manifest manifest) {
    Map<Long, SessionProcess> processes = processes(manifest.uid());
    Optional<String> label =
        kernel.hasAppArmor()
            ? Optional.of(manifest.agent().profileName() + " (enforce)")
            : Optional.empty();
    return processes.values().stream()
        .filter(process -> !isStarter(process, processes))
        .map(process -> new Observed(process, process.gap(label)))
        .toList();
  }

  private static boolean isStarter(SessionProcess process, Map<Long, SessionProcess> processes) {
    return STARTERS.contains(process.name()) && depth(process, processes) < OUTSIDE_THE_LABEL;
  }

  private static int depth(SessionProcess process, Map<Long, SessionProcess> processes) {
    int depth = 0;
    SessionProcess above = processes.get(process.parent());
    // processes come and go while they are read, so a circle is possible
    while (above != null && depth <= processes.size()) {
      depth++;
      above = processes.get(above.parent());
    }
    return depth;
  }

  private Map<Long, SessionProcess> processes(Uid uid) {
    Map<Long, SessionProcess> found = new TreeMap<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(proc, "[0-9]*")) {
      for (Path entry : entries) {
        read(entry, uid).ifPresent(process -> found.put(process.pid(), process));
      }
    } catch (IOException e) {
      // no /proc, or one that hides other people's processes: there is nothing to see
      return Map.of();
    }
    return found;
  }

  /** Nothing for other people's processes and for those that have ended meanwhile. */
  private Optional<SessionProcess> read(Path entry, Uid uid) {
    try {
      Map<String, String> status = status(entry.resolve("status"));
      if (!status.getOrDefault("Uid", "").startsWith(uid + "\t")
          || status.getOrDefault("State", "").startsWith("Z")) {
        return Optional.empty();
      }
      return Optional.of(
          new SessionProcess(
              Long.parseLong(entry.getFileName().toString()),
              Long.parseLong(status.get("PPid")),
              Printable.of(status.get("Name")),
              kernel.hasAppArmor() ? label(entry) : Optional.empty(),
              Integer.parseInt(status.getOrDefault("Seccomp", "0")),
              status.getOrDefault("NoNewPrivs", "0").equals("1")));
    } catch (IOException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static Map<String, String> status(Path file) throws IOException {
    Map<String, String> status = new HashMap<>();
    // the name may hold any byte
    for (String line : Files.readAllLines(file, StandardCharsets.ISO_8859_1)) {
      int colon = line.indexOf(':');
      if (colon > 0) {
        status.putIfAbsent(line.substring(0, colon), line.substring(colon + 1).strip());
      }
    }
    return status;
  }

  private static Optional<String> label(Path entry) {
    try {
      String label = Files.readString(entry.resolve("attr/current"), StandardCharsets.ISO_8859_1);
      return Optional.of(Printable.of(label.strip()));
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
