package dev.bawn.admin.account;

import dev.bawn.admin.program.SystemProgram;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.failure.Failed;
import java.io.IOException;
import java.time.Duration;

/** The processes of an agent's uid, or of one that stands for nobody. */
public final class AgentProcesses {

  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration PAUSE = Duration.ofMillis(50);

  /** In the shell, since kill(1) of procps refuses -1. */
  private static final String KILL_ALL = "kill -KILL -1";

  private static final int NOTHING_FOUND = 1;

  private final String whose;
  private final String uid;

  /**
   * @param whose for people
   * @param uid one of those that agents get
   */
  public AgentProcesses(String whose, Uid uid) {
    if (!uid.isOfAgents()) {
      throw new IllegalArgumentException("everything that " + uid + " runs would end");
    }
    this.whose = whose;
    this.uid = uid.toString();
  }

  /**
   * Ends them all, however fast they multiply.
   *
   * @throws Failed if some are left after ten seconds
   */
  public void end() throws IOException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    kill();
    while (any()) {
      if (System.nanoTime() > deadline) {
        throw new Failed(
            "processes of " + whose + " do not end", "see: ps -U " + uid + "; then run it again");
      }
      Pause.of(PAUSE);
      kill();
    }
  }

  /**
   * The agent's own kill of everything that it may signal, which is what the kernel does at one
   * stroke: killing one by one loses against a fork bomb. The program cannot be stopped by what it
   * kills, which sees no processes but those of its session.
   */
  private void kill() throws IOException {
    SystemProgram.named("setpriv")
        .run(
            "--reuid",
            uid,
            "--regid",
            uid,
            "--clear-groups",
            "--no-new-privs",
            "--",
            "sh",
            "-c",
            KILL_ALL);
  }

  /** By real and by effective uid: sudo changes both, but not at the same moment. */
  boolean any() throws IOException {
    SystemProgram pgrep = SystemProgram.named("pgrep");
    return pgrep.run("-U", uid).status() != NOTHING_FOUND
        || pgrep.run("-u", uid).status() != NOTHING_FOUND;
  }
}
