package dev.bawn.contract.cli;

import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.failure.WrongUser;
import java.util.List;

/** Whose a subcommand is. */
public enum Runs {
  /** It changes nothing, and shows only what every user may read. */
  AS_ANYONE,
  /** It needs root. */
  AS_ROOT,
  /** It must not have root: what it starts would have it too. */
  AS_YOURSELF;

  /** Refuses the wrong user, showing the line that would have been right. */
  public void check(String program, List<String> words, Surroundings here) {
    boolean root = here.user().equals(Uid.ROOT);
    String command = program + " " + words.getFirst();
    if (this == AS_ROOT && !root) {
      throw new WrongUser(
          command + " needs root", "run: sudo " + program + " " + ShellQuoting.join(words));
    }
    if (this == AS_YOURSELF && root) {
      throw new WrongUser(command + " does not run as root", "run it as yourself, without sudo");
    }
  }
}
