package dev.bawn.launcher.engine;

import dev.bawn.contract.process.ProcessEntry;
import dev.bawn.launcher.record.SessionDirectory;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * A start that holds the locks of a session and has not begun it, for example while it waits for a
 * passphrase.
 *
 * @param starter the process that becomes the session
 * @param proc the path of {@code /proc}
 */
public record PendingStart(ProcessMark starter, Path proc) {

  private static final String NAMESPACE = "ns/pid";
  private static final int SIGKILL = 9;
  private static final int SIGTERM = 15;

  /**
   * The pending start of a session that does not run. A process of another user or in a sandbox can
   * have such arguments, too; the caller cannot read the namespace of the former.
   *
   * @param program which starts sessions
   */
  public static Optional<PendingStart> of(SessionDirectory session, Path program, Path proc) {
    Optional<String> here = new ProcessEntry(proc.resolve("self")).link(NAMESPACE);
    return ProcessEntry.all(proc).stream()
        .filter(process -> SessionProcesses.isStarter(session, program, process))
        .filter(process -> here.isPresent() && process.link(NAMESPACE).equals(here))
        .flatMap(process -> ProcessMark.at(proc, process.number()).stream())
        .map(mark -> new PendingStart(mark, proc))
        .findFirst();
  }

  /**
   * Tells whether it is still waiting. An ended process may remain as a zombie until its parent
   * calls wait(2).
   */
  public boolean lives() {
    return starter.lives(proc)
        && !new ProcessEntry(proc.resolve(starter.pid())).stat().state().equals("Z");
  }

  /** Ends the processes for which it waits. It then gives up, and removes a new session. */
  public void giveUp() {
    send(below(), SIGTERM);
  }

  /** Kills it, together with those processes. */
  public void kill() {
    Set<ProcessMark> all = below();
    starter.send(SIGKILL, proc);
    send(all, SIGKILL);
  }

  private Set<ProcessMark> below() {
    ProcessTable table = ProcessTable.of(proc);
    Set<ProcessMark> below = new HashSet<>();
    table.below(Set.of(starter.number())).forEach(pid -> below.add(table.all().get(pid).mark()));
    return below;
  }

  private void send(Set<ProcessMark> marks, int signal) {
    marks.forEach(mark -> mark.send(signal, proc));
  }
}
