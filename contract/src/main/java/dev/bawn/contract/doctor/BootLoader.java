package dev.bawn.contract.doctor;

import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.util.stream.Stream;

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
  /** WSL 2: parameters are in .wslconfig of the Windows user, see learn.microsoft.com. */
  WSL,
  /** A container, whose host has the parameters. */
  CONTAINER,
  /** No known boot loader. */
  UNKNOWN;

  /** Files of systemd-nspawn and LXC (systemd.io/CONTAINER_INTERFACE), Docker and Podman. */
  private static final String[] CONTAINERS = {
    "run/systemd/container", ".dockerenv", "run/.containerenv"
  };

  /**
   * The boot loader whose configuration is on this system. GRUB comes last: its package often stays
   * installed when another one replaced it.
   */
  public static BootLoader find(SystemLayout layout) {
    if (isWsl(layout)) {
      return WSL;
    }
    if (Stream.of(CONTAINERS).anyMatch(file -> Files.exists(layout.at(file)))) {
      return CONTAINER;
    }
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

  private static boolean isWsl(SystemLayout layout) {
    try {
      // such as 6.6.87.2-microsoft-standard-WSL2
      return Files.readString(layout.at("proc/sys/kernel/osrelease")).contains("microsoft");
    } catch (IOException e) {
      return false;
    }
  }

  /** Tells whether GRUB reads entries of the same form, as on some distributions. */
  private static boolean grubReadsEntries(SystemLayout layout) {
    return Files.exists(layout.at("boot/grub2/grub.cfg"));
  }
}
