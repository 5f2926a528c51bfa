package dev.bawn.contract.doctor;

import dev.bawn.contract.layout.SystemLayout;
import java.nio.file.Files;

/** The boot loader, which determines where the parameters of the kernel are set. */
public enum BootLoader {
  /** GRUB: parameters are in /etc/default/grub. */
  GRUB,
  /** systemd-boot: parameters are in /boot/loader/entries. */
  SYSTEMD_BOOT,
  /** rEFInd: parameters are in /boot/refind_linux.conf, the second text of each line. */
  REFIND,
  /**
   * A unified kernel image: parameters are in /etc/kernel/cmdline, and are built into the image.
   */
  UNIFIED_IMAGE,
  /** No known boot loader. */
  UNKNOWN;

  /**
   * The boot loader whose configuration is on this system. GRUB comes last: its package often stays
   * installed when another one replaced it.
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

  /** Tells whether GRUB reads entries of the same form, as on some distributions. */
  private static boolean grubReadsEntries(SystemLayout layout) {
    return Files.exists(layout.at("boot/grub2/grub.cfg"));
  }
}
