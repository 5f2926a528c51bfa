package dev.bawn.contract.doctor;

import dev.bawn.contract.layout.SystemLayout;
import java.nio.file.Files;

/** The boot loader, which decides where the parameters of the kernel are set. */
public enum BootLoader {
  /** Parameters stand in /etc/default/grub. */
  GRUB,
  /** Parameters stand in /boot/loader/entries. */
  SYSTEMD_BOOT,
  /** rEFInd: parameters stand in /boot/refind_linux.conf, the second text of each line. */
  REFIND,
  /** Parameters stand in /etc/kernel/cmdline, and are built into the image that is started. */
  UNIFIED_IMAGE,
  /** None of these was found. */
  UNKNOWN;

  /**
   * The one whose configuration lies on this system. GRUB comes last: its package often stays
   * behind when another one took over.
   */
  static BootLoader find(SystemLayout layout) {
    if (Files.exists(layout.at("etc/kernel/cmdline"))) {
      return UNIFIED_IMAGE;
    }
    if (Files.isDirectory(layout.at("boot/loader/entries")) && !grubReadsEntries(layout)) {
      return SYSTEMD_BOOT;
    }
    if (Files.exists(layout.at("boot/refind_linux.conf"))) {
      return REFIND;
    }
    return Files.exists(layout.at("etc/default/grub")) ? GRUB : UNKNOWN;
  }

  /** Some distributions let GRUB read entries of the same form. */
  private static boolean grubReadsEntries(SystemLayout layout) {
    return Files.exists(layout.at("boot/grub2/grub.cfg"));
  }
}
