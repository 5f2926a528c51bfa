package dev.bawn.contract.process;

import dev.bawn.contract.agent.Execution;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.NetworkPolicy;
import dev.bawn.contract.layout.SystemLayout;
import java.util.Optional;

/**
 * Whether the kernel can keep a session from abstract sockets and signals of others: landlock(7).
 */
public enum LandlockScopes {
  /** They can. */
  AT_HAND(""),
  /** The kernel knows no scopes. */
  OLD_KERNEL("this kernel is older than Linux 6.12"),
  /** The kernel was started without it. */
  OFF("this kernel was started without Landlock");

  private static final int MAJOR = 6;
  private static final int MINOR = 12;

  private final String reason;

  LandlockScopes(String reason) {
    this.reason = reason;
  }

  /** Why it is not there; empty if it is. */
  public String reason() {
    return reason;
  }

  /**
   * What an agent can execute without scopes although its policy does not allow it, and why; empty
   * where nothing is added.
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

  /** On this machine. Where nobody may look whether Landlock is there, it is tried. */
  public static LandlockScopes of(SystemLayout layout) {
    if (!KernelRelease.of(layout).isAtLeast(MAJOR, MINOR)) {
      return OLD_KERNEL;
    }
    return LandlockRuleset.on(layout) == LandlockRuleset.OFF ? OFF : AT_HAND;
  }
}
