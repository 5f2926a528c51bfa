package dev.bawn.launcher.agent;

import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.trust.Installation;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Brings a session's mirror up to date, through the one command that sudoers lets an operator run
 * as root.
 */
public final class MirrorSync {

  private final Installation installation;

  /**
   * @param installation whose bawn-admin is asked
   */
  public MirrorSync(Installation installation) {
    this.installation = installation;
  }

  /** The command line, exactly as it stands in sudoers. */
  public List<String> argv(AgentPlan plan) {
    return List.of(
        installation.sudo().toString(),
        "-n",
        installation.admin().toString(),
        "sync",
        plan.agent().text(),
        plan.assignment().id().text());
  }

  /**
   * Does it. What it says on standard error goes to the caller as it is.
   *
   * @throws Refused if sudo does not let the caller
   * @throws Failed if it did not work
   */
  public void run(AgentPlan plan) {
    List<String> argv = argv(plan);
    int status = status(argv, ProcessBuilder.Redirect.INHERIT);
    if (status == 0) {
      return;
    }
    if (!isPermitted(argv)) {
      throw new Refused(
          "sudo does not let you freshen the mirror of " + plan.assignment().id(),
          "ask root to write sudoers again: sudo bawn-admin reseal " + plan.agent());
    }
    throw new Failed(
        "the mirror of " + plan.assignment().id() + " could not be freshened",
        "mend that, or start on the mirror as it is, with --no-sync");
  }

  /** Asked only when it failed, because every call of sudo costs a launch about 10 ms. */
  private static boolean isPermitted(List<String> argv) {
    List<String> question = new ArrayList<>(argv);
    question.add(2, "-l");
    return status(question, ProcessBuilder.Redirect.DISCARD) == 0;
  }

  /** Standard input and output are the session's, which has not begun. */
  private static int status(List<String> argv, ProcessBuilder.Redirect errors) {
    try {
      return new ProcessBuilder(argv)
          .redirectInput(new File("/dev/null"))
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .redirectError(errors)
          .start()
          .waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Failed.interrupted();
    }
  }
}
