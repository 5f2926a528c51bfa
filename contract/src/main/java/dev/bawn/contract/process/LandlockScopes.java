package dev.bawn.contract.process;

import dev.bawn.contract.agent.Execution;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.NetworkPolicy;
import dev.bawn.contract.layout.SystemLayout;
import java.util.Optional;

/**
 * The scopes of Landlock, which block abstract sockets and signals of a session to other processes:
 * see landlock(7).
 */
public enum LandlockScopes {
  /** The kernel can block them. */
  AT_HAND(""),
  /** The kernel has no scopes. */
  OLD_KERNEL("this kernel is older than Linux 6.12"),
  /** The kernel was started without Landlock. */
  OFF("this kernel was started without Landlock");

  private static final int MAJOR = 6;
  private static final int MINOR = 12;

  private final String reason;

  LandlockScopes(String reason) {
    this.reason = reason;
  }

  /** The reason why it cannot; empty if it can. */
  public String reason() {
    return reason;
  }

  /**
   * The further files that an agent can execute without scopes, and the reason; empty if there are
   * none.
   */
  public Optional<String> gap(Manifest manifest) {
    boolean isClosed =
        this == AT_HAND
            || manifest.network() == NetworkPolicy.NONE
            || manifest.execution() != Execution.SIGNED;
    return isClosed
        ? Optional.empty()
        : Optional.of(
            "also open files that an agent with --compiled passes over abstract sockets: "
                + reason);
  }

  /**
   * The state on this machine. If no user can read whether Landlock is active, the session tries
   * it.
   */
  public static LandlockScopes of(SystemLayout layout) {
    if (!KernelRelease.of(layout).isAtLeast(MAJOR, MINOR)) {
      return OLD_KERNEL;
    }
    return LandlockRuleset.on(layout) == LandlockRuleset.OFF ? OFF : AT_HAND;
  }
}
