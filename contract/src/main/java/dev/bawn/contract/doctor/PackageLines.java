package dev.bawn.contract.doctor;

import dev.bawn.contract.layout.SystemLayout;

/** How packages are installed on this distribution. */
final class PackageLines {

  private final OsRelease system;

  PackageLines(OsRelease system) {
    this.system = system;
  }

  /** Those of this system. */
  static PackageLines on(SystemLayout layout) {
    return new PackageLines(OsRelease.read(layout));
  }

  /** The line that installs a package which has the same name everywhere. */
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

  /** The line that installs apparmor_parser and aa-exec. */
  String installAppArmor() {
    if (system.isLike("fedora", "rhel")) {
      return "# apparmor_parser and aa-exec are in no package here: gitlab.com/apparmor/apparmor";
    }
    return install(system.isLike("suse", "opensuse") ? "apparmor-parser" : "apparmor");
  }
}
