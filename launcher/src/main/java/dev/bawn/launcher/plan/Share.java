package dev.bawn.launcher.plan;

import dev.bawn.launcher.mount.MountSource;
import java.nio.file.Path;

/**
 * A path of the host that is visible in a session, in addition to the project.
 *
 * @param source its path on the host
 * @param at its path in the session
 * @param manner the permitted use
 */
public record Share(MountSource source, Path at, Manner manner) {

  /** The path on the host, without links. */
  public Path from() {
    return source.path();
  }

  /** The permitted use of a share. */
  public enum Manner {
    READ_ONLY,
    /** Read-only, and in the PATH of the session. */
    PROGRAMS,
    WRITABLE,
    DEVICE
  }
}
