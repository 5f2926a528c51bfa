package dev.bawn.launcher.engine;

import dev.bawn.contract.process.ProcessEntry;
import dev.bawn.launcher.record.SessionFile;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The first process in a session, as bubblewrap recorded it. Of an agent session, {@code
 * libexec/session} recorded it: it is the first process below sudo in a new PID namespace, and only
 * bubblewrap, which {@code enter} started, creates one. So an agent session has begun when this
 * process exists: nothing of the agent runs before, and {@code enter} refuses nothing after it. It
 * may outlive the processes that started it: code in the session can remove its parent-death signal
 * by ptrace(2). While it lives, other processes of its PID namespace may live.
 */
final class FirstProcess {

  private static final String PID = "\"child-pid\": ";
  private static final String NAMESPACE = "\"pid-namespace\": ";

  /** The start time of an agent's first process, in clock ticks since boot. */
  private static final String BEGUN = "\"begun\": ";

  private static final String BOOT = "\"boot\": \"";

  private static final String END = "\"exit-code\"";

  /** In a command line of {@code /proc}. */
  private static final String COMMAND_FOLLOWS = "\0--\0";

  private static final String HIDDEN = "\"hidden\"";

  private FirstProcess() {}

  /**
   * Tells whether the kernel hides the processes of this agent session from the caller (hidepid,
   * see proc(5)). It is then not known whether the session has begun.
   */
  static boolean isHidden(Path inside) {
    return SessionFile.line(inside).contains(HIDDEN);
  }

  /** Tells whether bubblewrap recorded the end of the command: then it had built the sandbox. */
  static boolean hasEnded(Path inside) {
    return SessionFile.line(inside).contains(END);
  }

  /**
   * The mark of the first process, if it is alive.
   *
   * @param inside the file in which bubblewrap recorded it
   * @param starter the process that started the session
   * @param proc the path of {@code /proc}
   */
  static Optional<ProcessMark> of(Path inside, ProcessMark starter, Path proc) {
    String recorded = SessionFile.line(inside);
    Optional<ProcessMark> mark = ProcessMark.at(proc, number(recorded, PID));
    return mark.filter(each ->
        each.beganSince(starter)
            && isFirst(proc.resolve(each.pid()))
            && (recorded.contains(BEGUN)
                ? isThat(each, recorded, proc)
                : isIn(number(recorded, NAMESPACE), proc.resolve(each.pid()), inside)));
  }

  /**
   * Tells whether the command of an unprivileged session has been executed. Below the first
   * process, bubblewrap executes env(1), and that the command, or it fails because there is no such
   * command.
   *
   * @param first the first process
   * @return true also for an agent session, in which sudo and {@code enter} checked the command,
   *     and where the kernel has no {@code children} (proc_tid_children(5))
   */
  static boolean hasExecuted(ProcessMark first, Path inside, Path proc) {
    ProcessEntry process = new ProcessEntry(proc.resolve(first.pid()));
    String children = "task/" + first.pid() + "/children";
    // a process that has just ended has no list, either
    boolean isListed =
        Files.exists(process.place().resolve(children)) || !Files.exists(process.place());
    if (SessionFile.line(inside).contains(BEGUN) || !isListed) {
      return true;
    }
    String line = process.text("cmdline");
    int end = line.indexOf(COMMAND_FOLLOWS);
    String prepared = end < 0 ? line : line.substring(end + COMMAND_FOLLOWS.length());
    return !line.isEmpty()
        && Stream.of(process.text(children).strip().split(" "))
            .filter(pid -> !pid.isEmpty())
            .map(pid -> new ProcessEntry(proc.resolve(pid)).text("cmdline"))
            // empty: it has ended
            .anyMatch(its -> !its.isEmpty() && !its.equals(line) && !its.equals(prepared));
  }

  /** Tells whether the first process of an agent is the recorded one, since the same boot. */
  private static boolean isThat(ProcessMark mark, String recorded, Path proc) {
    String boot = new ProcessEntry(proc.resolve("sys/kernel/random")).text("boot_id").strip();
    return mark.begun().equals(number(recorded, BEGUN))
        && !boot.isEmpty()
        && recorded.contains(BOOT + boot + '"');
  }

  private static String number(String text, String name) {
    int begin = text.indexOf(name);
    int end = begin < 0 ? begin : begin + name.length();
    while (end >= 0 && end < text.length() && Character.isDigit(text.charAt(end))) {
      end++;
    }
    return begin < 0 ? "" : text.substring(begin + name.length(), end);
  }

  /** Tells whether a process is the first of a PID namespace, and no zombie. */
  private static boolean isFirst(Path process) {
    Map<String, String> status = new ProcessEntry(process).status();
    boolean isZombie =
        status.getOrDefault("State", "").startsWith("Z")
            && status.getOrDefault("Threads", "").equals("1");
    return !isZombie && ("\t" + status.getOrDefault("NSpid", "")).endsWith("\t1");
  }

  /**
   * Tells whether a process is in a PID namespace; its PID may belong to another process by now.
   * The kernel hides the namespace of some processes. Such a process must have the user of the
   * session.
   */
  private static boolean isIn(String namespace, Path process, Path inside) {
    try {
      String link = Files.readSymbolicLink(process.resolve("ns/pid")).toString();
      return link.equals("pid:[" + namespace + "]");
    } catch (AccessDeniedException e) {
      return !namespace.isEmpty() && hasOwnerOf(inside, process);
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean hasOwnerOf(Path file, Path process) {
    try {
      String uids = new ProcessEntry(process).status().getOrDefault("Uid", "");
      return (uids.strip() + "\t").startsWith(Files.getAttribute(file, "unix:uid") + "\t");
    } catch (IOException e) {
      return false;
    }
  }
}
