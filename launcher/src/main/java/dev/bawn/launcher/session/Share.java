package dev.bawn.launcher.session;

import java.nio.file.Path;

/**
 * Something of the host that a session sees besides the project.
 *
 * @param from where it is on the host, without links
 * @param at where it is inside
 * @param manner what can be done with it
 */
public record Share(Path from, Path at, Manner manner) {

  /** What can be done with it. */
  public enum Manner {
    READ_ONLY,
    WRITABLE,
    DEVICE
  }
}
