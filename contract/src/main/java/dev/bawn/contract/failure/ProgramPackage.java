package dev.bawn.contract.failure;

import java.util.List;
import java.util.Map;

/** The packages of the programs that bawn runs. */
public final class ProgramPackage {

  private static final Map<String, List<String>> PROGRAMS =
      Map.ofEntries(
          Map.entry("acl", List.of("getfacl", "setfacl")),
          Map.entry("bubblewrap", List.of("bwrap")),
          Map.entry(
              "coreutils",
              List.of(
                  "chmod", "chown", "du", "env", "install", "mknod", "rm", "rmdir", "stat", "sync",
                  "timeout")),
          Map.entry("findutils", List.of("find")),
          Map.entry("git", List.of("git")),
          Map.entry("libc-bin (Fedora: glibc-common, Arch: glibc)", List.of("getent")),
          Map.entry("openssh-client (Fedora, Arch: openssh)", List.of("ssh-keygen")),
          Map.entry(
              "passwd (Fedora: shadow-utils, Arch: shadow)",
              List.of("groupadd", "groupdel", "useradd", "userdel", "usermod")),
          Map.entry("perl", List.of("perl")),
          Map.entry("sed", List.of("sed")),
          Map.entry("sudo", List.of("sudo", "visudo")),
          Map.entry("systemd", List.of("journalctl", "systemctl")),
          Map.entry("tar", List.of("tar")),
          Map.entry("tmux", List.of("tmux")),
          Map.entry(
              "util-linux",
              List.of("dmesg", "nsenter", "prlimit", "setpriv", "setsid", "unshare")));

  private ProgramPackage() {}

  /**
   * The hint to install a program.
   *
   * @param program its name or path
   */
  public static String hint(String program) {
    String name = program.substring(program.lastIndexOf('/') + 1);
    return PROGRAMS.entrySet().stream()
        .filter(each -> each.getValue().contains(name))
        .map(each -> "install the package " + each.getKey())
        .findFirst()
        .orElse("install the package that contains " + name);
  }
}
