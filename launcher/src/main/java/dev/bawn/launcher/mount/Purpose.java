package dev.bawn.launcher.mount;

/**
 * The purpose of a mount from the host. The methods of {@link MountGate} differ in their checks;
 * within a method, only {@link #DEVICE} and {@link #PROJECT} have rules of their own.
 */
public enum Purpose {
  /** The project of the session. */
  PROJECT,
  /** A share that the session can read. */
  READ_ONLY,
  /** A share that the session can write. */
  WRITABLE,
  /** A device. */
  DEVICE,
  /** A home directory that the caller chose. */
  HOME,
  /** A directory of programs below the caller's home, or a file that a version manager reads. */
  TOOLCHAIN,
  /** The downloads of a package manager. */
  CACHE,
  /** A file or directory of the caller that an option shows. */
  DOTFILE,
  /** The program of a tool and the files that it needs. */
  TOOL,
  /** A file of the system that programs need: only root can change it. */
  RUNTIME,
  /** A git repository in a project: no session writes there. */
  REPOSITORY,
  /** A directory of bawn for the session: no session can change it. */
  KEPT
}
