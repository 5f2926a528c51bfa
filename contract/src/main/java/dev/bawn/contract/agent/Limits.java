package dev.bawn.contract.agent;

import dev.bawn.contract.failure.WrongUsage;

/**
 * Limits on all sessions of an agent, see setrlimit(2).
 *
 * @param nproc processes and threads of the agent's uid, 16 to 65536
 * @param nofile open files of one process, 64 to 1048576
 */
public record Limits(int nproc, int nofile) {

  /** What an agent gets when nothing else is asked for. */
  public static final Limits DEFAULT = new Limits(256, 4096);

  /**
   * @throws WrongUsage if a limit is out of its range
   */
  public Limits {
    within("nproc", nproc, 16, 65536);
    within("nofile", nofile, 64, 1048576);
  }

  private static void within(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new WrongUsage(name + "=" + value + " is out of range", "use " + least + " to " + most);
    }
  }

  /**
   * The words that prlimit(1) takes for these limits, hard and soft alike: the content of the
   * sealed file.
   */
  public String prlimitWords() {
    return "--nproc=" + nproc + ":" + nproc + " --nofile=" + nofile + ":" + nofile;
  }
}
