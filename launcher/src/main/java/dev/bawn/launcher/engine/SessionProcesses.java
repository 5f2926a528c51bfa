package dev.bawn.launcher.engine;

import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.process.ProcessEntry;
import dev.bawn.contract.process.Sleep;
import dev.bawn.launcher.record.SessionDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The processes of a running session, as {@code /proc} shows them from outside.
 *
 * <p>The files of a session only name the process that started it. The kernel's data shows the
 * rest. That process was started as the session program of this directory. The first process in the
 * session is its descendant in a new PID namespace. The others are in that namespace or below it.
 * So a forged file leads to no process of another session, or of the user. If the starting process
 * was killed, see {@link FirstProcess}.
 */
public final class SessionProcesses {

  /** The option of {@code session} that runs the session of an agent, before all others. */
  private static final String AGENT = "--agent";

  /** The arguments of {@code session} before its options: its path, and those up to SCOPES. */
  private static final int FIXED = 7;

  private static final int SIGHUP = 1;
  private static final int SIGKILL = 9;
  private static final int SIGTERM = 15;
  private static final int SIGCONT = 18;
  private static final int SIGSTOP = 19;

  /**
   * The number of attempts to stop processes that began in between, and the milliseconds after
   * each.
   */
  private static final int MOST_ROUNDS = 200;

  private static final Duration ROUND = Duration.ofMillis(10);

  /**
   * The number of consecutive rounds in which every process must be stopped: while the signals were
   * sent, another processor may have continued some.
   */
  private static final int QUIET_ROUNDS = 3;

  private final SessionDirectory session;
  private final ProcessMark starter;
  private final Path proc;
  private final List<String> stopAll;
  private final Set<ProcessMark> told = new HashSet<>();
  private final Set<ProcessMark> hungUp = new HashSet<>();
  private boolean killed;
  private final boolean isOfAgent;

  /** The PIDs of a session's processes, in a table of all. */
  private record Look(ProcessTable table, Set<Long> first, Set<Long> inside, Set<Long> outside) {

    Map<Long, ProcessTable.Entry> all() {
      return table.all();
    }
  }

  private SessionProcesses(
      SessionDirectory session,
      ProcessMark starter,
      Path proc,
      List<String> stopAll,
      boolean isOfAgent) {
    this.session = session;
    this.starter = starter;
    this.proc = proc;
    this.stopAll = stopAll;
    this.isOfAgent = isOfAgent;
  }

  /**
   * The processes of a session.
   *
   * @param program which starts sessions
   * @throws Refused if the process that its files name is not the one that started it
   */
  public static SessionProcesses of(SessionDirectory session, Path program, SessionStates states) {
    Path proc = states.proc();
    ProcessMark starter = ProcessMark.in(session.started());
    if (starter.lives(proc)
        && !isStarter(session, program, new ProcessEntry(proc.resolve(starter.pid())))) {
      throw new Refused(
          "process " + starter.pid() + " does not run the session " + session.name(),
          "no process was signalled; see what is recorded: bawn info " + session.name());
    }
    boolean isOfAgent =
        runsAgent(arguments(new ProcessEntry(proc.resolve(starter.pid()))), program.toString());
    List<String> stopAll = List.of(program.resolveSibling("stop-all").toString());
    return new SessionProcesses(session, starter, proc, stopAll, isOfAgent);
  }

  /**
   * The same processes, which only an agent may signal.
   *
   * @param door the command line that runs {@code stop-all} with the rights of the agent, without
   *     its arguments
   */
  public SessionProcesses ofAgent(List<String> door) {
    return new SessionProcesses(session, starter, proc, door, true);
  }

  /**
   * Tells whether a process started the session, by its arguments, which no other process can
   * change. A script comes after its interpreter.
   */
  static boolean isStarter(SessionDirectory session, Path program, ProcessEntry process) {
    List<String> arguments = arguments(process);
    for (int i = 0; i + 1 < arguments.size() && i < 3; i++) {
      if (arguments.get(i).equals(program.toString())) {
        return open(process)
            .filter(each -> each.endsWith("/lock"))
            .map(each -> Path.of(each).getParent())
            .filter(each -> session.path().getParent().equals(each.getParent()))
            .findFirst()
            .orElse(Path.of(arguments.get(i + 1)))
            .equals(session.path());
      }
    }
    return false;
  }

  /** Tells whether the first option of the program says that the session is one of an agent. */
  private static boolean runsAgent(List<String> arguments, String program) {
    int option = arguments.indexOf(program) + FIXED;
    return option >= FIXED && option < arguments.size() && arguments.get(option).equals(AGENT);
  }

  private static List<String> arguments(ProcessEntry process) {
    return List.of(process.text("cmdline").split("\0"));
  }

  /** The present paths of the files and directories that a process has open. */
  private static Stream<String> open(ProcessEntry process) {
    return process.names("fd").stream().flatMap(each -> process.link("fd/" + each).stream());
  }

  /**
   * Tells whether the starting process finds its directory after a renaming. A process that an
   * earlier version of bawn started does not.
   */
  public boolean canBeRenamed() {
    return !starter.lives(proc)
        || open(new ProcessEntry(proc.resolve(starter.pid())))
            .anyMatch(session.path().toString()::equals);
  }

  /** The first process in the session, if it outlives the starting one. */
  private Optional<ProcessMark> firstInside() {
    return FirstProcess.of(session.inside(), starter, proc);
  }

  /** The directory of the session. */
  public SessionDirectory session() {
    return session;
  }

  /** Tells whether the session is running. */
  public boolean isRunning() {
    return (starter.lives(proc) || firstInside().isPresent())
        && new SessionStates(proc).of(session) instanceof SessionState.Running;
  }

  /**
   * Tells whether they are an agent's: the agent's own session ends them, see {@link #terminate}.
   */
  public boolean areOfAgent() {
    return isOfAgent;
  }

  /**
   * Asks each process in the session to end, once. Stopped processes are continued, since they
   * could not end. For an agent, only the starting process gets the signal: it closes the terminal
   * of sudo, upon which the agent's own session ends all its processes within ten seconds.
   *
   * @param table all processes of the machine now
   */
  public void terminate(ProcessTable table) {
    if (isOfAgent) {
      endPause();
      sendOnce(starter, SIGTERM);
      return;
    }
    unpause();
    Look look = look(table);
    inside(look).forEach(mark -> sendOnce(mark, SIGTERM));
    marks(look, look.first()).forEach(mark -> sendOnce(mark, SIGCONT));
    marks(look, look.outside()).forEach(mark -> sendOnce(mark, SIGCONT));
    sendOnce(starter, SIGCONT);
  }

  /**
   * As {@link #terminate}, and then sends SIGHUP to the remaining processes: an interactive shell
   * ignores SIGTERM.
   *
   * @param table all processes of the machine now
   */
  public void hangUp(ProcessTable table) {
    terminate(table);
    for (ProcessMark mark : isOfAgent ? List.<ProcessMark>of() : inside(look(table))) {
      if (hungUp.add(mark)) {
        send(mark, SIGHUP);
      }
    }
  }

  /**
   * Kills the first process in the session, upon which the kernel kills all others. Bubblewrap and
   * the session then end themselves; if there was no first process yet, bubblewrap is killed. The
   * processes of an agent are not the caller's: see {@link #terminate}.
   *
   * @param table all processes of the machine now
   */
  public void kill(ProcessTable table) {
    if (isOfAgent) {
      terminate(table);
      return;
    }
    Look look = look(table);
    killed |= !look.first().isEmpty();
    Set<Long> ended = killed ? look.first() : look.outside();
    marks(look, ended).forEach(mark -> send(mark, SIGKILL));
    // no process in the session can run; a stopped process outside reaps no child
    unpause();
    marks(look, look.outside()).forEach(mark -> send(mark, SIGCONT));
    send(starter, SIGCONT);
  }

  /**
   * Stops each process in the session: by the freezer if the session has a scope, otherwise by
   * SIGSTOP. It is marked first, so that its relay does not take this for Ctrl-Z.
   *
   * @throws Failed if processes continue each other faster than they can be stopped
   * @throws Refused if they are an agent's, and the kernel or the policy does not permit it
   */
  public void pause() {
    requireVisible();
    boolean wasPaused = isPaused();
    try {
      Files.writeString(session.paused(), starter.text());
      Optional<Freezer> freezer = freezer();
      if (freezer.isPresent()) {
        freezer.get().set(true);
      } else {
        stop();
      }
    } catch (Refused e) {
      if (!wasPaused) {
        endPause();
      }
      throw e;
    } catch (IOException e) {
      throw new Failed(
          "cannot pause session '" + session.name() + "': " + e.getMessage(),
          "see: ls -l " + session.path());
    }
  }

  private void requireVisible() {
    if (isOfAgent && FirstProcess.isHidden(session.inside())) {
      throw new Refused(
          "cannot pause session '"
              + session.name()
              + "': /proc hides the processes of other users (hidepid)",
          "end it: bawn kill " + session.name());
    }
  }

  private void stop() throws IOException {
    try (StopAll all = new StopAll(stopAll, session.name())) {
      if (!isStopped(all)) {
        resume(all);
        endPause();
        throw new Failed(
            "the processes of session '"
                + session.name()
                + "' continue each other faster than bawn can stop them",
            "end it: bawn kill "
                + session.name()
                + (isOfAgent
                    ? ""
                    : "; with --pids 500, the kernel can freeze a session as a whole"));
      }
    }
  }

  /**
   * Stops the processes in rounds, since a running process may continue others. Returns whether all
   * are stopped.
   */
  private boolean isStopped(StopAll all) throws IOException {
    int quiet = 0;
    for (int round = 0; round < MOST_ROUNDS && quiet < QUIET_ROUNDS; round++) {
      Look before = look();
      boolean isSent = !before.first().isEmpty();
      for (ProcessMark first : marks(before, before.first())) {
        isSent &= all.stop(first);
      }
      Sleep.of(ROUND);
      Look look = look();
      quiet = isSent && look.inside().stream().allMatch(pid -> stays(look, pid)) ? quiet + 1 : 0;
    }
    return quiet == QUIET_ROUNDS;
  }

  /**
   * Tells whether a process is stopped, or waits in the kernel (D) and stops before it runs again.
   */
  private static boolean stays(Look look, long pid) {
    ProcessTable.Entry entry = look.all().get(pid);
    return entry.isStopped() || entry.state().equals("D");
  }

  /** Tells whether {@link #pause} stopped this start of the session. */
  public boolean isPaused() {
    return SessionStates.isPaused(session, starter);
  }

  /**
   * Continues each process of a paused session; does nothing for other sessions.
   *
   * @throws Refused if they are an agent's, and the policy does not permit it
   */
  public void unpause() {
    if (!isPaused()) {
      return;
    }
    try (StopAll all = new StopAll(stopAll, session.name())) {
      if (isOfAgent) {
        requireSent(resume(all));
        endPause();
        return;
      }
      endPause();
      Optional<Freezer> freezer = freezer();
      if (freezer.isPresent()) {
        freezer.get().set(false);
      }
      resume(all);
    } catch (IOException e) {
      throw new Failed(
          "cannot continue session '" + session.name() + "': " + e.getMessage(),
          "end it: bawn kill " + session.name());
    }
  }

  private static void requireSent(boolean isSent) throws IOException {
    if (!isSent) {
      throw new IOException("no signal was sent");
    }
  }

  /**
   * Sends SIGCONT to the processes. Returns whether that was possible, or the session has ended:
   * its end also ends the program that sends the signal.
   */
  private boolean resume(StopAll all) throws IOException {
    if (!isOfAgent) {
      inside().forEach(mark -> send(mark, SIGCONT));
      return true;
    }
    for (int round = 0; round < MOST_ROUNDS; round++) {
      Look look = look();
      boolean isSent = !look.first().isEmpty();
      for (ProcessMark first : marks(look, look.first())) {
        isSent &= all.resume(first);
      }
      if (isSent || !isRunning()) {
        return true;
      }
      Sleep.of(ROUND);
    }
    return false;
  }

  private void endPause() {
    try {
      Files.deleteIfExists(session.paused());
    } catch (IOException e) {
      throw new Failed(
          "cannot remove " + session.paused() + ": " + e.getMessage(),
          "see: ls -l " + session.path());
    }
  }

  /** The limits of an agent are those of all its sessions together, so it has none. */
  private Optional<Freezer> freezer() {
    return isOfAgent
        ? Optional.empty()
        : Freezer.of(
            new ProcessEntry(proc.resolve(starter.pid())), proc.resolveSibling("sys/fs/cgroup"));
  }

  /** All processes in the session, except for the first one, which bubblewrap made. */
  List<ProcessMark> inside() {
    return inside(look());
  }

  /**
   * The processes, parents first: a shell whose child ends before the shell gets the signal would
   * end as after a success.
   */
  private static List<ProcessMark> inside(Look look) {
    return look.inside().stream()
        .sorted(Comparator.comparingInt(pid -> generation(look, pid)))
        .map(pid -> look.all().get(pid).mark())
        .toList();
  }

  /**
   * The number of a process's ancestors. PIDs that were reused during the reading cause no endless
   * loop.
   */
  private static int generation(Look look, long pid) {
    int generation = 0;
    ProcessTable.Entry found = look.all().get(pid);
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

  private void send(ProcessMark mark, int signal) {
    mark.send(signal, proc);
  }

  /** The resources of the session: of its processes, and of bawn's own processes for it. */
  public ResourceUse use(ProcessTable table) {
    Look look = look(table);
    Set<Long> all = new HashSet<>(look.inside());
    all.addAll(look.first());
    all.addAll(look.outside());
    if (table.all().containsKey(starter.number())) {
      all.add(starter.number());
    }
    return ResourceUse.of(all, proc);
  }

  /**
   * The sockets that the processes of the session have open, as links of {@code /proc/PID/fd} name
   * them, see proc_pid_fd(5).
   */
  public Set<String> sockets() {
    Set<String> sockets = new HashSet<>();
    for (long pid : look().inside()) {
      open(new ProcessEntry(proc.resolve(Long.toString(pid))))
          .filter(each -> each.startsWith("socket:"))
          .forEach(sockets::add);
    }
    return sockets;
  }

  private Look look() {
    return look(ProcessTable.of(proc));
  }

  private Look look(ProcessTable table) {
    Map<Long, ProcessTable.Entry> all = table.all();
    ProcessTable.Entry top = all.get(starter.number());
    if (top == null || !top.mark().isThatOf(starter)) {
      return withInside(table, left(all), Set.of());
    }
    Set<Long> descendants = table.below(Set.of(starter.number()));
    Predicate<Long> isOutside = pid -> all.get(pid).depth() <= top.depth();
    Set<Long> outside = ProcessTable.filtered(descendants, isOutside);
    Set<Long> first =
        ProcessTable.filtered(
            descendants,
            pid ->
                !isOutside.test(pid)
                    && (all.get(pid).parent() == starter.number()
                        || outside.contains(all.get(pid).parent())));
    return withInside(table, first, outside);
  }

  /** The first process in the session, if the starting one was killed. */
  private Set<Long> left(Map<Long, ProcessTable.Entry> all) {
    Set<Long> left = new HashSet<>();
    firstInside().map(ProcessMark::number).filter(all::containsKey).ifPresent(left::add);
    return left;
  }

  /** Adds the processes in the namespace: one that `exec` started has a parent outside of it. */
  private static Look withInside(ProcessTable table, Set<Long> first, Set<Long> outside) {
    Set<Long> inside = new HashSet<>(table.beside(first));
    inside.addAll(first);
    inside.addAll(table.below(inside));
    inside.removeAll(first);
    return new Look(table, first, inside, outside);
  }
}
