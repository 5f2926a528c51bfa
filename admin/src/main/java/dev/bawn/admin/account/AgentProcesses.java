package dev.bawn.admin.account;

import dev.bawn.admin.program.SystemProgram;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.failure.Failed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The processes of an agent's uid, or of a uid without an account. */
public final class AgentProcesses {

  /** Run by the shell, because kill(1) of procps refuses -1. */
  private static final String KILL_ALL = "kill -KILL -1";

  /** The lowest uid of a user; lower ones belong to the system. */
  private static final int LOWEST = 1000;

  private final Path processes;
  private final String whose;
  private final Uid uid;
  private final Ownership ownership;

  /** Checked before each kill, because that ends all processes of a uid. */
  @FunctionalInterface
  public interface Ownership {
    /** Refuses if the uid belongs to another user than expected. */
    void require() throws IOException;
  }

  /**
   * @param processes the directory {@code /proc}
   * @param whose the name of the user in messages
   * @param uid the uid of an agent, or one that was found unused
   * @param ownership refuses if that is no longer true
   */
  public AgentProcesses(Path processes, String whose, Uid uid, Ownership ownership) {
    if (uid.number() < LOWEST) {
      throw new IllegalArgumentException("everything that " + uid + " runs would end");
    }
    this.processes = processes;
    this.whose = whose;
    this.uid = uid;
    this.ownership = ownership;
  }

  /**
   * Ends all processes, even if they start new ones quickly.
   *
   * @throws Failed if processes are left after ten seconds
   */
  public void end() throws IOException {
    untilNone(this::any);
  }

  /**
   * Ends the processes that exist now. Other processes may start at the same time; the caller has
   * decided before who may start them.
   *
   * @throws Failed if one of these is left after ten seconds
   */
  public void endPresent() throws IOException {
    Set<String> present = numbers();
    if (!present.isEmpty()) {
      untilNone(() -> {
        present.retainAll(numbers());
        return !present.isEmpty();
      });
    }
  }

  /** Tells after each kill whether a process is left that must end. */
  private interface Rest {
    boolean isThere() throws IOException;
  }

  private void untilNone(Rest rest) throws IOException {
    Ending.untilNone(
        waited -> {
          kill();
          return rest.isThere();
        },
        "processes of " + whose,
        uid);
  }

  /**
   * Kills with the rights of the agent everything that it may signal; the kernel does so in one
   * step, while killing PID by PID loses against a fork bomb. The killed processes cannot stop this
   * program: they see only the processes of their own session.
   */
  private void kill() throws IOException {
    ownership.require();
    SystemProgram.named("sh").runAs(uid, List.of("-c", KILL_ALL));
  }

  boolean any() throws IOException {
    return !numbers().isEmpty();
  }

  private Set<String> numbers() throws IOException {
    return RunningProcess.of(processes, uid).stream()
        .map(RunningProcess::number)
        .collect(Collectors.toSet());
  }
}
