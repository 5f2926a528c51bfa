package dev.bawn.launcher.machine;

import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.contract.process.KernelSetting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Verifies that users can make user namespaces on this system, without which there is no sandbox.
 */
final class UserNamespaces {

  /** An unconfined profile that may make user namespaces, as Ubuntu has for programs. */
  private static final String PROFILE = "etc/apparmor.d/bawn-open-mounts";

  private UserNamespaces() {}

  /**
   * Checks the settings of distributions.
   *
   * @param openMounts the program that mounts before bubblewrap starts
   * @throws Refused if one forbids user namespaces, with the command that permits them
   */
  static void require(SystemLayout layout, Path openMounts) {
    Path kernel = layout.at("proc/sys/kernel");
    if (isZero(kernel.resolve("unprivileged_userns_clone"))) {
      throw refused(
          "this kernel lets only root make user namespaces",
          setting("kernel.unprivileged_userns_clone=1"));
    }
    if (isZero(layout.at("proc/sys/user/max_user_namespaces"))) {
      throw refused(
          "this system allows no user namespaces", setting("user.max_user_namespaces=15000"));
    }
    boolean restricted = isOne(kernel.resolve("apparmor_restrict_unprivileged_userns"));
    if (restricted && !Files.exists(layout.at(PROFILE))) {
      throw refused(
          "AppArmor does not let open-mounts make user namespaces on this machine",
          "printf 'abi <abi/4.0>,\\nprofile bawn-open-mounts "
              + openMounts
              + " flags=(unconfined) {\\n  userns,\\n}\\n' | sudo tee /"
              + PROFILE
              + " && sudo apparmor_parser -r /"
              + PROFILE);
    }
    if (restricted && !Files.exists(layout.at("etc/apparmor.d/bwrap-userns-restrict"))) {
      throw refused(
          "AppArmor does not let bubblewrap make user namespaces on this machine",
          "sudo apt-get install apparmor-profiles && sudo cp"
              + " /usr/share/apparmor/extra-profiles/bwrap-userns-restrict /etc/apparmor.d/"
              + " && sudo apparmor_parser -r /etc/apparmor.d/bwrap-userns-restrict");
    }
  }

  private static Refused refused(String what, String hint) {
    return new Refused(what + ", and bawn starts no session without them", hint);
  }

  private static String setting(String setting) {
    return "echo " + setting + " | sudo tee -a /etc/sysctl.d/60-bawn.conf && sudo sysctl --system";
  }

  private static boolean isZero(Path file) {
    return text(file).equals("0");
  }

  private static boolean isOne(Path file) {
    return text(file).equals("1");
  }

  /** The text of a setting; empty if the kernel does not have it. */
  private static String text(Path file) {
    try {
      return KernelSetting.text(file).orElse("");
    } catch (IOException e) {
      return "";
    }
  }
}
