package dev.bawn.contract.agent;

import dev.bawn.contract.failure.WrongUsage;

/**
 * Limits for all sessions of an agent.
 *
 * @param nproc processes and threads of the agent's uid, 16 to 65536, see setrlimit(2)
 * @param nofile open files of one process, 64 to 1048576, likewise
 * @param disk bytes in the agent's home and scratch directories: a disk quota if the file system
 *     supports it, and above it no session starts; 0 for no limit
 * @param together memory, processor time and processes of all sessions together: the control group
 *     of the agent's unit enforces them, and without it no session starts
 */
public record Limits(int nproc, int nofile, long disk, ResourceLimits together) {

  /** The default limits of an agent. */
  public static final Limits DEFAULT = new Limits(256, 4096, 0, ResourceLimits.NONE);

  private static final long MIB = 1L << 20;

  /**
   * @throws WrongUsage if a limit is out of its range
   */
  public Limits {
    within("nproc", nproc, 16, 65536);
    within("nofile", nofile, 64, 1048576);
    if (disk != 0 && (disk < MIB || disk > MIB << 30)) {
      throw new WrongUsage("disk=" + disk + " is out of range", "use 1M to 1048576G, or 0");
    }
  }

  private static void within(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new WrongUsage(name + "=" + value + " is out of range", "use " + least + " to " + most);
    }
  }

  /**
   * The content of the signed file, which {@code enter} reads: arguments of prlimit(1), hard and
   * soft limits alike, then the limits of the control group, and {@code --disk} if that is limited.
   */
  public String words() {
    String words =
        "--nproc="
            + nproc
            + ":"
            + nproc
            + " --nofile="
            + nofile
            + ":"
            + nofile
            + word(" --memory=", together.memory())
            + word(" --cpus=", together.cpus())
            + word(" --pids=", together.pids());
    return words + word(" --disk=", disk);
  }

  private static String word(String name, long value) {
    return value == 0 ? "" : name + value;
  }

  /** The limits as text for messages. */
  @Override
  public String toString() {
    String text = "nproc " + nproc + ", nofile " + nofile;
    text = together.isNone() ? text : text + ", " + together;
    return disk == 0 ? text : text + ", disk " + disk / MIB + " MiB";
  }
}
