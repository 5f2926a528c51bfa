package dev.bawn.launcher.mount;

/** What a path of the host is mounted for; each has its own rules in {@link MountGate}. */
public enum Purpose {
  /** What the session works on. */
  PROJECT,
  /** A share that the session can read. */
  READ_ONLY,
  /** A share that the session can write. */
  WRITABLE,
  /** A device. */
  DEVICE,
  /** A home directory of the caller's choice. */
  HOME,
  /** A directory of programs below the caller's home, or a file that a version manager reads. */
  TOOLCHAIN,
  /** What a package manager downloaded for the caller. */
  CACHE,
  /** A file or directory of the caller's that an option shows. */
  DOTFILE,
  /** The program of a tool and what lies beside it. */
  TOOL,
  /** What programs need of the system: only root can change it. */
  RUNTIME,
  /** What git keeps in a project: no session writes there. */
  REPOSITORY,
  /** What bawn keeps for a session: no session can change it. */
  KEPT
}
