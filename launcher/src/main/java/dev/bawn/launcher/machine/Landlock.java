package dev.bawn.launcher.machine;

import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.contract.process.KernelRelease;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether abstract sockets and signals can be closed in, see landlock(7). */
public enum Landlock {
  /** They can. */
  AT_HAND(""),
  /** The kernel knows no scopes. */
  OLD_KERNEL("this kernel is older than Linux 6.12"),
  /** The kernel was started without it. */
  OFF("this kernel was started without Landlock");

  private static final int MAJOR = 6;
  private static final int MINOR = 12;

  private final String reason;

  Landlock(String reason) {
    this.reason = reason;
  }

  /** Why it is not there; empty if it is. */
  public String reason() {
    return reason;
  }

  static Landlock of(SystemLayout layout) {
    if (!KernelRelease.of(layout).isAtLeast(MAJOR, MINOR)) {
      return OLD_KERNEL;
    }
    String modules = text(layout.at("sys/kernel/security/lsm"));
    // where nobody may look, it is tried
    if (!modules.isEmpty() && !modules.contains("landlock")) {
      return OFF;
    }
    return AT_HAND;
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return "";
    }
  }
}
