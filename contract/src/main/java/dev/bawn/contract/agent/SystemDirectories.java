package dev.bawn.contract.agent;

import java.util.List;
import java.util.Set;

/** Directories of the system, which are never a project. */
public final class SystemDirectories {

  /** Projects may lie in some of these, and are none of them. */
  private static final Set<String> THEMSELVES =
      Set.of(
          "/",
          "/bin",
          "/boot",
          "/dev",
          "/dev/shm",
          "/etc",
          "/home",
          "/lib",
          "/lib32",
          "/lib64",
          "/libx32",
          "/media",
          "/mnt",
          "/nix",
          "/opt",
          "/proc",
          "/root",
          "/run",
          "/run/media",
          "/sbin",
          "/srv",
          "/sys",
          "/tmp",
          "/usr",
          "/usr/bin",
          "/usr/lib",
          "/usr/local",
          "/usr/sbin",
          "/usr/share",
          "/var",
          "/var/lib",
          "/var/tmp");

  /** Nothing below these is a project either: a session has others in their place, or programs. */
  private static final List<String> AND_BELOW =
      List.of(
          "/boot/",
          "/dev/",
          "/etc/",
          "/proc/",
          "/run/",
          "/sys/",
          "/usr/bin/",
          "/usr/lib/",
          "/usr/sbin/",
          "/var/lib/bawn/");

  /** What of that may be one all the same: memory, and what is plugged in. */
  private static final List<String> BUT_NOT_BELOW = List.of("/dev/shm/", "/run/media/");

  private SystemDirectories() {}

  /**
   * Whether this is one of them.
   *
   * @param path absolute, normalised
   */
  public static boolean contain(String path) {
    return THEMSELVES.contains(path)
        || AND_BELOW.stream().anyMatch(path::startsWith)
            && BUT_NOT_BELOW.stream().noneMatch(path::startsWith);
  }
}
