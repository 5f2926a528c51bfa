package dev.bawn.contract.process;

import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The release of the running kernel, see uname(2).
 *
 * @param text for example {@code 6.12.48+deb13-amd64}; empty if it is unknown
 */
public record KernelRelease(String text) {

  private static final Pattern NUMBERS = Pattern.compile("([0-9]{1,6})\\.([0-9]{1,6}).*");

  /** The release on this machine. */
  public static KernelRelease of(SystemLayout layout) {
    try {
      return new KernelRelease(
          KernelSetting.text(layout.at("proc/sys/kernel/osrelease")).orElse(""));
    } catch (IOException e) {
      return new KernelRelease("");
    }
  }

  /** Tells whether it is this version or a newer one; false for an unknown release. */
  public boolean isAtLeast(int major, int minor) {
    Matcher numbers = NUMBERS.matcher(text);
    if (!numbers.matches()) {
      return false;
    }
    int ours = Integer.parseInt(numbers.group(1));
    return ours > major || ours == major && Integer.parseInt(numbers.group(2)) >= minor;
  }
}
