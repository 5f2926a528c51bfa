package dev.bawn.admin.account;

import dev.bawn.admin.program.SystemProgram;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.failure.Failed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The processes of an agent's uid, or of one that stands for nobody. */
public final class AgentProcesses {

  /** In the shell, since kill(1) of procps refuses -1. */
  private static final String KILL_ALL = "kill -KILL -1";

  /** Those of the system are below. */
  private static final int LOWEST = 1000;

  private final Path processes;
  private final String whose;
  private final Uid uid;
  private final Ownership ownership;

  /** Asked before each kill, since it ends all that a uid runs. */
  @FunctionalInterface
  public interface Ownership {
    /** Refuses where the uid is another user's than it was thought to be. */
    void require() throws IOException;
  }

  /**
   * @param processes the directory {@code /proc}
   * @param whose for people
   * @param uid the agent's, or one that was found unused
   * @param ownership refuses where that is not so any more
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
   * Ends them all, however fast they multiply.
   *
   * @throws Failed if some are left after ten seconds
   */
  public void end() throws IOException {
    untilNone(this::any);
  }

  /**
   * Ends those that there are now. Others may begin meanwhile as often as they like: who may start
   * them was settled before.
   *
   * @throws Failed if some are left after ten seconds
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

  /** What is asked after each kill: whether something is left that is to end. */
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
   * The agent's own kill of everything that it may signal, which is what the kernel does at one
   * stroke: killing one by one loses against a fork bomb. The program cannot be stopped by what it
   * kills, which sees no processes but those of its session.
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
