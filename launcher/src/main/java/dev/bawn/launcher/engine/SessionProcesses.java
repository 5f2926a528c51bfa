package dev.bawn.launcher.engine;

import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.process.ProcessEntry;
import dev.bawn.launcher.linux.PidFd;
import dev.bawn.launcher.record.SessionDirectory;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The processes of a running session, as {@code /proc} shows them from outside.
 *
 * <p>The files of a session only name the process that started it. The rest follows from what the
 * kernel says: that process was started as the session program of this directory, the first process
 * inside is a descendant of it in a PID namespace of its own, and the others are in that namespace
 * or below it. So a forged file leads to no process of another session, or of the user's. Where the
 * process that started it was killed, see {@link FirstProcess}.
 */
public final class SessionProcesses {

  private static final int SIGHUP = 1;
  private static final int SIGKILL = 9;
  private static final int SIGTERM = 15;
  private static final int SIGCONT = 18;

  private final SessionDirectory session;
  private final ProcessMark starter;
  private final LocalEngine engine;
  private final Path proc;
  private final Set<ProcessMark> told = new HashSet<>();
  private final Set<ProcessMark> hungUp = new HashSet<>();
  private boolean killed;

  /** A process: its mark, its parent, and in how many PID namespaces it is. */
  private record Found(ProcessMark mark, long parent, int depth) {}

  /** All processes, by their PIDs. */
  private record Look(Map<Long, Found> all, Set<Long> first, Set<Long> inside, Set<Long> outside) {}

  private SessionProcesses(SessionDirectory session, ProcessMark starter, LocalEngine engine) {
    this.session = session;
    this.starter = starter;
    this.engine = engine;
    this.proc = engine.proc();
  }

  /**
   * Those of a session.
   *
   * @param program which starts sessions
   * @throws Refused if the process that its files name is not the one that started it
   */
  public static SessionProcesses of(SessionDirectory session, Path program, LocalEngine engine) {
    Path proc = engine.proc();
    ProcessMark starter = ProcessMark.in(session.started());
    if (starter.lives(proc)
        && !isStarter(session, program, new ProcessEntry(proc.resolve(starter.pid())))) {
      throw new Refused(
          "process " + starter.pid() + " does not run the session " + session.name(),
          "no process was signalled; see what is recorded: bawn info " + session.name());
    }
    return new SessionProcesses(session, starter, engine);
  }

  /** A script stands after its interpreter. No other process can change these arguments. */
  private static boolean isStarter(SessionDirectory session, Path program, ProcessEntry process) {
    String[] arguments = process.text("cmdline").split("\0");
    for (int i = 0; i + 1 < arguments.length && i < 3; i++) {
      if (arguments[i].equals(program.toString())) {
        return arguments[i + 1].equals(session.path().toString());
      }
    }
    return false;
  }

  /** The first process inside, where it outlives the one that started the session. */
  private Optional<ProcessMark> firstInside() {
    return FirstProcess.of(session.inside(), starter, proc);
  }

  /** Which session. */
  public SessionDirectory session() {
    return session;
  }

  /** Whether it runs. */
  public boolean isRunning() {
    return (starter.lives(proc) || firstInside().isPresent())
        && engine.state(session) instanceof SessionState.Running;
  }

  /** Asks each process inside to end, once. What was stopped continues, or could not end. */
  public void terminate() {
    Look look = look();
    inside(look).forEach(mark -> sendOnce(mark, SIGTERM));
    marks(look, look.first()).forEach(mark -> sendOnce(mark, SIGCONT));
    marks(look, look.outside()).forEach(mark -> sendOnce(mark, SIGCONT));
    sendOnce(starter, SIGCONT);
  }

  /** The same for what goes on: an interactive shell ignores SIGTERM, and ends by SIGHUP. */
  public void hangUp() {
    terminate();
    for (ProcessMark mark : inside()) {
      if (hungUp.add(mark)) {
        send(mark, SIGHUP);
      }
    }
  }

  /**
   * Ends the first process inside, with which the kernel ends all that is inside. Bubblewrap and
   * the session then end by themselves; where none was inside yet, bubblewrap is ended.
   */
  public void kill() {
    Look look = look();
    killed |= !look.first().isEmpty();
    Set<Long> ended = killed ? look.first() : look.outside();
    marks(look, ended).forEach(mark -> send(mark, SIGKILL));
  }

  /** All processes inside, but the first one, which bubblewrap made. */
  List<ProcessMark> inside() {
    return inside(look());
  }

  /**
   * Parents first: a shell whose child ends before it is signalled itself would end as if all were
   * well.
   */
  private static List<ProcessMark> inside(Look look) {
    return look.inside().stream()
        .sorted(Comparator.comparingInt(pid -> generation(look, pid)))
        .map(pid -> look.all().get(pid).mark())
        .toList();
  }

  /**
   * How many ancestors a process has. PIDs that were used again while all were listed make no loop.
   */
  private static int generation(Look look, long pid) {
    int generation = 0;
    Found found = look.all().get(pid);
    while (found != null && generation < look.all().size()) {
      generation++;
      found = look.all().get(found.parent());
    }
    return generation;
  }

  private static List<ProcessMark> marks(Look look, Set<Long> pids) {
    return pids.stream().map(pid -> look.all().get(pid).mark()).toList();
  }

  private void sendOnce(ProcessMark mark, int signal) {
    if (told.add(mark)) {
      send(mark, signal);
      if (signal != SIGCONT) {
        send(mark, SIGCONT);
      }
    }
  }

  /** The PID may have become another process's since it was found, until it is held open. */
  private void send(ProcessMark mark, int signal) {
    Optional<PidFd> opened = PidFd.open(mark.number());
    if (opened.isPresent()) {
      try (PidFd process = opened.get()) {
        if (mark.lives(proc)) {
          process.send(signal);
        }
      }
    }
  }

  private Look look() {
    Map<Long, Found> all = all();
    Found top = all.get(starter.number());
    if (top == null || !top.mark().isThatOf(starter)) {
      return withInside(all, left(all), Set.of());
    }
    Set<Long> descendants = below(all, Set.of(starter.number()));
    Predicate<Long> isOutside = pid -> all.get(pid).depth() <= top.depth();
    Set<Long> outside = filtered(descendants, isOutside);
    Set<Long> first =
        filtered(
            descendants,
            pid ->
                !isOutside.test(pid)
                    && (all.get(pid).parent() == starter.number()
                        || outside.contains(all.get(pid).parent())));
    return withInside(all, first, outside);
  }

  /** The first process inside, where the one that started it was killed. */
  private Set<Long> left(Map<Long, Found> all) {
    Set<Long> left = new HashSet<>();
    firstInside().map(ProcessMark::number).filter(all::containsKey).ifPresent(left::add);
    return left;
  }

  private Look withInside(Map<Long, Found> all, Set<Long> first, Set<Long> outside) {
    Set<Long> inside = new HashSet<>(joined(all, first));
    inside.addAll(first);
    inside.addAll(below(all, inside));
    inside.removeAll(first);
    return new Look(all, first, inside, outside);
  }

  /** What `exec` started inside has a parent outside, and is in the same namespace. */
  private Set<Long> joined(Map<Long, Found> all, Set<Long> first) {
    Set<String> namespaces = new HashSet<>();
    first.forEach(pid -> namespace(pid).ifPresent(namespaces::add));
    return filtered(all.keySet(), pid -> namespace(pid).filter(namespaces::contains).isPresent());
  }

  /** Nothing where it has ended, or is another user's. */
  private Optional<String> namespace(long pid) {
    return new ProcessEntry(proc.resolve(Long.toString(pid))).link("ns/pid");
  }

  private static Set<Long> below(Map<Long, Found> all, Set<Long> above) {
    Set<Long> below = new HashSet<>(above);
    boolean grows = true;
    while (grows) {
      grows = false;
      for (Map.Entry<Long, Found> each : all.entrySet()) {
        if (below.contains(each.getValue().parent())) {
          grows |= below.add(each.getKey());
        }
      }
    }
    below.removeAll(above);
    return below;
  }

  private static Set<Long> filtered(Set<Long> all, Predicate<Long> isWanted) {
    Set<Long> filtered = new HashSet<>();
    all.forEach(pid -> {
      if (isWanted.test(pid)) {
        filtered.add(pid);
      }
    });
    return filtered;
  }

  private Map<Long, Found> all() {
    Map<Long, Found> all = new HashMap<>();
    for (ProcessEntry process : ProcessEntry.all(proc)) {
      Optional<ProcessMark> mark = ProcessMark.at(proc, process.number());
      if (mark.isPresent()) {
        all.put(mark.get().number(), new Found(mark.get(), parent(process), depth(process)));
      }
    }
    return all;
  }

  /** 0 where it has none, or has ended. */
  private static long parent(ProcessEntry process) {
    String parent = process.stat().parent();
    return parent.isEmpty() ? 0 : Long.parseLong(parent);
  }

  /** How many PIDs it has: one in each namespace, see proc_pid_status(5). */
  private static int depth(ProcessEntry process) {
    String numbers = process.status().getOrDefault("NSpid", "");
    return numbers.isEmpty() ? 0 : numbers.split("\\s+").length;
  }
}
