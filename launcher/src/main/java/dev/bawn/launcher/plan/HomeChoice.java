package dev.bawn.launcher.plan;

import dev.bawn.launcher.mount.MountSource;

/** Which home a session gets. */
public sealed interface HomeChoice {

  /** The one of the tool and the project, kept. */
  record Persistent() implements HomeChoice {}

  /** One in memory, gone with the session. */
  record Ephemeral() implements HomeChoice {}

  /**
   * A directory of the caller's.
   *
   * @param directory as the gate checked it
   */
  record At(MountSource directory) implements HomeChoice {}
}
