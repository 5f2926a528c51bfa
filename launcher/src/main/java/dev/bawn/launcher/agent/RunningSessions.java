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
 * The sandboxes of all running processes with an agent's uid, read from {@code /proc}.
 *
 * <p>The first four processes of a session are the relay, its monitor, and bubblewrap's own, one
 * outside and one that is the first in the session; they start before the change of the label and
 * keep theirs. Only processes at these positions in the tree may be unconfined, and only under the
 * names of the programs that bawn starts there. The name alone proves nothing: an agent can choose
 * it. Every process that an agent starts, or orphans, stays below the fourth.
 */
public final class RunningSessions {

  /** The relay, its monitor and two of bubblewrap: from the one whose parent has another uid. */
  private static final int OUTSIDE_THE_LABEL = 4;

  /** The programs that the script {@code enter} executes before bubblewrap. */
  private static final Set<String> STARTERS = Set.of("enter", "perl", "aa-exec", "bwrap");

  private final Path proc;
  private final KernelPolicies kernel;

  /**
   * @param layout with {@code /proc} and {@code /sys}
   */
  public RunningSessions(SystemLayout layout) {
    this.proc = layout.at("proc");
    this.kernel = new KernelPolicies(layout);
  }

  /**
   * One process in a sandbox.
   *
   * @param process its data from the kernel
   * @param gap the missing protection, if there is one
   */
  public record Observed(SessionProcess process, Optional<String> gap) {}

  /** All processes of the agent that must be in a sandbox, by PID. */
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
    // processes begin and end while they are read, so a circle is possible
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

  /** Reads a process; empty for processes of other users and for those that have ended. */
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
