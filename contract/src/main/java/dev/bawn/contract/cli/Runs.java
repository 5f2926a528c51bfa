package dev.bawn.contract.cli;

import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.failure.WrongUser;
import java.util.List;

/** The users who may run a subcommand. */
public enum Runs {
  /** The command changes nothing, and shows only data that every user may read. */
  AS_ANYONE,
  /** The command needs root. */
  AS_ROOT,
  /** The command must not run as root: its child processes would have root's rights, too. */
  AS_YOURSELF;

  /** Refuses the wrong user, with the correct command line. */
  public void check(String program, List<String> words, Surroundings here) {
    boolean root = here.user().equals(Uid.ROOT);
    String command = program + " " + words.getFirst();
    if (this == AS_ROOT && !root) {
      throw new WrongUser(
          command + " needs root", "run: sudo " + program + " " + ShellQuoting.join(words));
    }
    if (this == AS_YOURSELF && root) {
      String sudo = here.environment().getOrDefault("SUDO_USER", "root");
      throw new WrongUser(
          command + " does not run as root",
          sudo.equals("root")
              ? "use an ordinary user: su - USER; to create one: useradd -m USER"
              : "run it as yourself, without sudo");
    }
  }
}
