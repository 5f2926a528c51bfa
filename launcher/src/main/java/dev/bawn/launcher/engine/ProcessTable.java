package dev.bawn.launcher.engine;

import dev.bawn.contract.process.ProcessEntry;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * All processes at one time, as {@code /proc} shows them: read once, for any number of sessions.
 */
public final class ProcessTable {

  private final Path proc;
  private final Map<Long, Entry> all = new HashMap<>();
  private final Map<Long, Optional<String>> namespaces = new HashMap<>();

  /**
   * A process.
   *
   * @param mark its PID and start time
   * @param parent the PID of its parent, 0 if it has none
   * @param depth the number of PID namespaces that contain it
   * @param state a letter, see proc_pid_stat(5)
   */
  record Entry(ProcessMark mark, long parent, int depth, String state) {

    /** Tells whether a signal or a debugger has stopped the process, or it has ended. */
    boolean isStopped() {
      return state.equals("T") || state.equals("t") || state.equals("Z") || state.equals("X");
    }
  }

  private ProcessTable(Path proc) {
    this.proc = proc;
  }

  /**
   * Reads all processes.
   *
   * @param proc the path of {@code /proc}
   */
  public static ProcessTable of(Path proc) {
    ProcessTable table = new ProcessTable(proc);
    for (ProcessEntry process : ProcessEntry.all(proc)) {
      ProcessEntry.Stat stat = process.stat();
      Optional<ProcessMark> mark = ProcessMark.of(process.number(), stat.begun());
      if (mark.isPresent()) {
        long parent = stat.parent().isEmpty() ? 0 : Long.parseLong(stat.parent());
        table.all.put(
            mark.get().number(), new Entry(mark.get(), parent, depth(process), stat.state()));
      }
    }
    return table;
  }

  /** The number of its PIDs: one in each namespace, see proc_pid_status(5). */
  private static int depth(ProcessEntry process) {
    String numbers = process.status().getOrDefault("NSpid", "");
    return numbers.isEmpty() ? 0 : numbers.split("\\s+").length;
  }

  /** All processes by PID. */
  Map<Long, Entry> all() {
    return all;
  }

  /** Returns the PIDs that match a condition. */
  static Set<Long> filtered(Set<Long> pids, Predicate<Long> isWanted) {
    Set<Long> filtered = new HashSet<>();
    pids.forEach(pid -> {
      if (isWanted.test(pid)) {
        filtered.add(pid);
      }
    });
    return filtered;
  }

  /** The PIDs of the processes in a PID namespace of one of these. */
  Set<Long> beside(Set<Long> pids) {
    Set<String> wanted = new HashSet<>();
    pids.forEach(pid -> namespace(pid).ifPresent(wanted::add));
    return wanted.isEmpty()
        ? Set.of()
        : filtered(all.keySet(), pid -> namespace(pid).filter(wanted::contains).isPresent());
  }

  /** The PID namespace of a process; empty if it has ended, or belongs to another user. */
  private Optional<String> namespace(long pid) {
    return namespaces.computeIfAbsent(
        pid, each -> new ProcessEntry(proc.resolve(Long.toString(each))).link("ns/pid"));
  }

  /** The PIDs of the descendants of these. */
  Set<Long> below(Set<Long> above) {
    Set<Long> below = new HashSet<>(above);
    boolean grows = true;
    while (grows) {
      grows = false;
      for (Map.Entry<Long, Entry> each : all.entrySet()) {
        if (below.contains(each.getValue().parent())) {
          grows |= below.add(each.getKey());
        }
      }
    }
    below.removeAll(above);
    return below;
  }
}
