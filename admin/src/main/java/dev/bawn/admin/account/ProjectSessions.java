package dev.bawn.admin.account;

import dev.bawn.admin.program.SystemProgram;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.failure.Failed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The sessions of one agent, identified by the project that each shows. The kernel's list of mounts
 * is the source: a process in a session cannot mount anything below {@code /work}.
 *
 * <p>A session that is starting has the policy directory that was current when {@code enter}
 * checked it as its working directory; bubblewrap keeps this working directory outside its sandbox.
 */
public final class ProjectSessions {

  /** The longest time of a start; it takes 15 ms on an idle machine. */
  private static final Duration LONGEST_START = Duration.ofSeconds(2);

  /** The fifth field of a line, see "mountinfo" in proc_pid_mountinfo(5). */
  private static final int MOUNT_POINT = 4;

  private static final String NOEXEC = "noexec";
  private static final List<String> FLAGS = List.of(NOEXEC, "nosuid", "nodev");

  private final Path processes;
  private final Uid agent;

  /**
   * @param processes the directory {@code /proc}
   * @param agent the uid of the sessions
   */
  public ProjectSessions(Path processes, Uid agent) {
    this.processes = processes;
    this.agent = agent;
  }

  /**
   * Ends the sessions that show another project, with all their processes. A session that is
   * starting with an earlier policy is checked again when it shows a project; after two seconds it
   * is ended.
   *
   * @param shown the projects, by their paths in a session, that sessions may continue to show
   * @param counting the current policy directory
   * @throws Failed if sessions are left after ten seconds
   */
  public void endOthers(Set<Path> shown, Path counting) throws IOException {
    Ending.untilNone(
        waited -> {
          Look look = look(shown, counting.toRealPath());
          if (!look.isClear()) {
            kill(waited > LONGEST_START.toNanos() ? look.all() : look.others());
          }
          return !look.isClear();
        },
        "sessions on a project that is not assigned any more",
        agent);
  }

  /**
   * Returns the PIDs of the outermost processes of the sessions that began under an earlier policy.
   *
   * @param current the current policy directory
   */
  public List<String> earlier(Path current) throws IOException {
    List<RunningProcess> all = RunningProcess.of(processes, agent);
    SortedSet<String> outermost = new TreeSet<>();
    for (RunningProcess process : all) {
      if (isEarlier(process, current)) {
        outermost.add(outermost(process, all).number());
      }
    }
    return List.copyOf(outermost);
  }

  private static RunningProcess outermost(RunningProcess process, List<RunningProcess> all) {
    return all.stream()
        .filter(other -> other.isParentOf(process))
        .findFirst()
        .map(parent -> outermost(parent, all))
        .orElse(process);
  }

  private boolean isEarlier(RunningProcess process, Path current) throws IOException {
    try {
      // in a session, the agent chooses the working directory, also a path that is too long to read
      if (isWithin(process)) {
        return false;
      }
      Path directory = process.link("cwd");
      return directory.startsWith(current.getParent()) && !directory.equals(current);
    } catch (NoSuchFileException e) {
      // it has ended
      return false;
    }
  }

  /**
   * The PIDs of the processes to end.
   *
   * @param others the processes that show another project
   * @param late the processes of sessions that are starting with an earlier policy
   */
  record Look(List<String> others, List<String> late) {

    boolean isClear() {
      return others.isEmpty() && late.isEmpty();
    }

    List<String> all() {
      return Stream.concat(others.stream(), late.stream()).toList();
    }
  }

  /**
   * Kills with the rights of the agent: a PID that now belongs to a process of another user is
   * safe. The PIDs include the first process of each session; with it, the kernel ends the whole
   * session.
   */
  private void kill(List<String> numbers) throws IOException {
    if (!numbers.isEmpty()) {
      List<String> words = new ArrayList<>(List.of("-c", "kill -KILL \"$@\"", "sh"));
      words.addAll(numbers);
      SystemProgram.named("sh").runAs(agent, words);
    }
  }

  Look look(Set<Path> shown, Path counting) throws IOException {
    List<String> others = new ArrayList<>();
    List<RunningProcess> arrived = new ArrayList<>();
    List<OnTheWay> onTheWay = new ArrayList<>();
    for (RunningProcess process : RunningProcess.of(processes, agent)) {
      try {
        boolean isWithin = isWithin(process);
        Set<Path> projects = isWithin ? projects(process) : Set.of();
        if (!shown.containsAll(projects)) {
          others.add(process.number());
        } else if (projects.isEmpty()) {
          onTheWay.add(new OnTheWay(process, isWithin, process.link("cwd")));
        } else {
          arrived.add(process);
        }
      } catch (IOException e) {
        // it has ended, or hides from this check
        others.add(process.number());
      }
    }
    onTheWay.removeIf(each -> arrived.stream().anyMatch(each.process()::isParentOf));
    return new Look(others, late(onTheWay, counting));
  }

  /**
   * A process that shows no project.
   *
   * @param isWithin whether it is in a pid namespace, where bubblewrap builds the sandbox
   * @param directory its working directory
   */
  private record OnTheWay(RunningProcess process, boolean isWithin, Path directory) {}

  private static List<String> late(List<OnTheWay> onTheWay, Path counting) {
    List<RunningProcess> inTime =
        onTheWay.stream()
            .filter(each -> each.directory().equals(counting))
            .map(OnTheWay::process)
            .toList();
    return onTheWay.stream()
        .filter(each ->
            each.isWithin()
                ? inTime.stream().noneMatch(outside -> outside.isParentOf(each.process()))
                : each.directory().startsWith(counting.getParent())
                    && !each.directory().equals(counting))
        .map(each -> each.process().number())
        .toList();
  }

  private boolean isWithin(RunningProcess process) throws IOException {
    Path namespace = Files.readSymbolicLink(processes.resolve("self/ns/pid"));
    return !process.link("ns/pid").equals(namespace);
  }

  /**
   * Returns the mounted projects; empty while the sandbox is built, because the process has the
   * root directory of the machine until then.
   */
  private Set<Path> projects(RunningProcess process) throws IOException {
    return mounts(process).stream()
        .map(line -> Path.of(line.split(" ")[MOUNT_POINT]))
        .filter(point -> point.getNameCount() == 2 && point.startsWith("/work"))
        .collect(Collectors.toSet());
  }

  private List<String> mounts(RunningProcess process) throws IOException {
    if (Files.isSameFile(process.place().resolve("root"), processes.resolve("self/root"))) {
      return List.of();
    }
    Path mounts = process.place().resolve("mountinfo");
    return Files.readAllLines(mounts, StandardCharsets.ISO_8859_1);
  }

  /**
   * Compares the mount flags of the writable mounts in each session with the policy.
   *
   * @param executed the mount points from which the policy allows to execute files
   * @return for the PID of each session's outermost process, a writable mount point and the flag
   *     that it lacks; empty if all flags are set
   */
  public SortedMap<String, Optional<String>> missingFlags(Predicate<Path> executed)
      throws IOException {
    List<RunningProcess> all = RunningProcess.of(processes, agent);
    SortedMap<String, Optional<String>> found = new TreeMap<>();
    for (RunningProcess process : all) {
      try {
        List<String> mounts = isWithin(process) ? mounts(process) : List.of();
        if (!mounts.isEmpty()) {
          Optional<String> missing =
              mounts.stream().flatMap(line -> missingFlag(line, executed).stream()).findFirst();
          found.merge(outermost(process, all).number(), missing, (one, two) -> one.or(() -> two));
        }
      } catch (NoSuchFileException e) {
        // it has ended
        continue;
      }
    }
    return found;
  }

  private static Optional<String> missingFlag(String line, Predicate<Path> executed) {
    String[] fields = line.split(" ");
    Path point = Path.of(fields[MOUNT_POINT]);
    List<String> flags = List.of(fields[MOUNT_POINT + 1].split(","));
    boolean isKernels =
        point.startsWith("/proc") || point.startsWith("/dev") && !point.startsWith("/dev/shm");
    if (isKernels || !flags.contains("rw")) {
      return Optional.empty();
    }
    return FLAGS.stream()
        .filter(flag -> !flags.contains(flag) && !(flag.equals(NOEXEC) && executed.test(point)))
        .findFirst()
        .map(flag -> point + " is writable without " + flag);
  }
}
