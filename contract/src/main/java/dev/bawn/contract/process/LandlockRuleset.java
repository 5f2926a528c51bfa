package dev.bawn.contract.process;

import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The Landlock ruleset that {@code libexec/landlock} applies in agent sessions, as far as files
 * show it. The ruleset refuses to execute files of the writable directories, as their noexec mounts
 * do.
 */
public enum LandlockRuleset {
  APPLIED("applied"),
  /** No user can read the list of the kernel's security modules. */
  UNKNOWN("unknown, applied if this kernel has it"),
  OLD_KERNEL("none: this kernel is older than Linux 5.19"),
  OFF("none: this kernel was started without Landlock");

  // version 2 of Landlock: an earlier one forbids moving files between directories
  private static final int MAJOR = 5;
  private static final int MINOR = 19;

  private final String sentence;

  LandlockRuleset(String sentence) {
    this.sentence = sentence;
  }

  /** Returns whether the ruleset is applied, or the reason why it is not. */
  public String sentence() {
    return sentence;
  }

  /** Returns the state of this machine. */
  public static LandlockRuleset on(SystemLayout layout) {
    KernelRelease release = KernelRelease.of(layout);
    if (!release.text().isEmpty() && !release.isAtLeast(MAJOR, MINOR)) {
      return OLD_KERNEL;
    }
    String modules = text(layout.at("sys/kernel/security/lsm"));
    if (modules.isEmpty()) {
      return UNKNOWN;
    }
    return modules.contains("landlock") ? APPLIED : OFF;
  }

  private static String text(Path file) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return "";
    }
  }
}
