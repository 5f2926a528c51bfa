package dev.bawn.contract.agent;

/**
 * A command that an agent may run, with the identity of its program when root signed the policy.
 *
 * @param name that the agent types
 * @param target the canonical, absolute path of the program
 * @param sha256 digest of the program's bytes
 * @param ino its inode number
 * @param size its size in bytes
 * @param ctimeNs its change time, nanoseconds since the epoch
 */
public record AllowedCommand(
    CommandName name, String target, Sha256 sha256, long ino, long size, long ctimeNs) {

  /**
   * @throws IllegalArgumentException if the target is not a plain absolute path
   */
  public AllowedCommand {
    if (!target.startsWith("/")
        || target.contains("/../")
        || target.contains("//")
        || target.endsWith("/")) {
      throw new IllegalArgumentException("no absolute path: " + target);
    }
  }
}
