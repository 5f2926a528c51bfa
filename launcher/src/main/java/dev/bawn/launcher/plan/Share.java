package dev.bawn.launcher.plan;

import dev.bawn.launcher.mount.MountSource;
import java.nio.file.Path;

/**
 * Something of the host that a session sees besides the project.
 *
 * @param source where it is on the host
 * @param at where it is inside
 * @param manner what can be done with it
 */
public record Share(MountSource source, Path at, Manner manner) {

  /** Where it is on the host, without links. */
  public Path from() {
    return source.path();
  }

  /** What can be done with it. */
  public enum Manner {
    READ_ONLY,
    /** The same, and its programs are found by their names. */
    PROGRAMS,
    WRITABLE,
    DEVICE
  }
}
