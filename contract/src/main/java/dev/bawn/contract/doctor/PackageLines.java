package dev.bawn.contract.doctor;

import dev.bawn.contract.layout.SystemLayout;

/** The commands that install packages on this distribution. */
final class PackageLines {

  private final OsRelease system;

  PackageLines(OsRelease system) {
    this.system = system;
  }

  /** The commands for this system. */
  static PackageLines on(SystemLayout layout) {
    return new PackageLines(OsRelease.read(layout));
  }

  /** The command that installs a package with the same name on all distributions. */
  String install(String name) {
    if (system.isLike("debian", "ubuntu")) {
      return "sudo apt install " + name;
    }
    if (system.isLike("arch")) {
      return "sudo pacman -S --needed " + name;
    }
    if (system.isLike("fedora", "rhel")) {
      return "sudo dnf install " + name;
    }
    if (system.isLike("suse", "opensuse")) {
      return "sudo zypper install " + name;
    }
    return "# install the package " + name;
  }

  /** The command that installs apparmor_parser and aa-exec. */
  String installAppArmor() {
    if (system.isLike("fedora", "rhel")) {
      return "# apparmor_parser and aa-exec are in no package here: gitlab.com/apparmor/apparmor";
    }
    return install(system.isLike("suse", "opensuse") ? "apparmor-parser" : "apparmor");
  }
}
