package dev.bawn.launcher.agent;

import java.util.Optional;

/**
 * A process of an agent's uid, as the kernel describes it.
 *
 * @param pid its PID on the host
 * @param parent its parent's PID
 * @param name its name, which the agent can choose: made safe to display
 * @param label its AppArmor label, if the kernel has AppArmor
 * @param seccomp 0 none, 1 strict, 2 filter
 * @param noNewPrivileges whether it can never gain privileges
 */
public record SessionProcess(
    long pid,
    long parent,
    String name,
    Optional<String> label,
    int seccomp,
    boolean noNewPrivileges) {

  private static final int FILTER = 2;

  /**
   * The missing protection.
   *
   * @param expectedLabel the label that it must have, if the kernel has AppArmor
   * @return empty if nothing is missing
   */
  Optional<String> gap(Optional<String> expectedLabel) {
    if (seccomp != FILTER) {
      return Optional.of("it has no seccomp filter (Seccomp: " + seccomp + ")");
    }
    if (!noNewPrivileges) {
      return Optional.of("it could gain privileges (NoNewPrivs: 0)");
    }
    return expectedLabel
        .filter(expected -> !label.equals(Optional.of(expected)))
        .map(expected -> "its label is " + label.orElse("none") + ", and must be " + expected);
  }
}
