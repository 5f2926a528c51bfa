package dev.bawn.contract.agent;

import java.util.List;
import java.util.Set;

/** Directories of the system, which are never a project. */
public final class SystemDirectories {

  /** Directories that are no projects, although some may contain projects. */
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

  /**
   * Directories below which there is no project: a session has others at these paths, or they
   * contain programs.
   */
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

  /** Exceptions below these: memory, and removable media. */
  private static final List<String> BUT_NOT_BELOW = List.of("/dev/shm/", "/run/media/");

  private SystemDirectories() {}

  /**
   * Tells whether a path is one of them.
   *
   * @param path absolute, normalized
   */
  public static boolean contain(String path) {
    return THEMSELVES.contains(path)
        || AND_BELOW.stream().anyMatch(path::startsWith)
            && BUT_NOT_BELOW.stream().noneMatch(path::startsWith);
  }
}
