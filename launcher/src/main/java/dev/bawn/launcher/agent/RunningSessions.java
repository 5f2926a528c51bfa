package dev.bawn.launcher.agent;

import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.contract.process.ProcessEntry;
import dev.bawn.contract.trust.KernelPolicies;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The sandboxes of what runs right now with an agent's uid, read back from {@code /proc}.
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
  private static final Set<String> STARTERS = Set.of("enter", "perl", "aa-exec", "bwrap");

  private final Path proc;
  private final KernelPolicies kernel;

  /**
   * @param layout where {@code /proc} and {@code /sys} are
   */
  public RunningSessions(SystemLayout layout) {
    this.proc = layout.at("proc");
    this.kernel = new KernelPolicies(layout);
  }

  /**
   * One process in a sandbox.
   *
   * @param process what the kernel says of it
   * @param gap what its sandbox lacks, if anything
   */
  public record Observed(SessionProcess process, Optional<String> gap) {}

  /** All processes of the agent that must be in a sandbox, by number. */
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
    for (ProcessEntry entry : ProcessEntry.all(proc)) {
      read(entry, uid).ifPresent(process -> found.put(process.pid(), process));
    }
    return found;
  }

  /** Nothing for other people's processes and for those that have ended meanwhile. */
  private Optional<SessionProcess> read(ProcessEntry entry, Uid uid) {
    try {
      Map<String, String> status = entry.status();
      if (!status.getOrDefault("Uid", "").startsWith(uid + "\t")
          || status.getOrDefault("State", "").startsWith("Z")) {
        return Optional.empty();
      }
      return Optional.of(
          new SessionProcess(
              Long.parseLong(entry.number()),
              Long.parseLong(status.get("PPid")),
              Printable.of(status.get("Name")),
              kernel.hasAppArmor() ? label(entry) : Optional.empty(),
              Integer.parseInt(status.getOrDefault("Seccomp", "0")),
              status.getOrDefault("NoNewPrivs", "0").equals("1")));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static Optional<String> label(ProcessEntry entry) {
    String label = entry.text("attr/current").strip();
    return label.isEmpty() ? Optional.empty() : Optional.of(Printable.of(label));
  }
}
