package dev.bawn.launcher.plan;

import dev.bawn.launcher.mount.MountSource;

/** The kind of home that a session gets. */
public sealed interface HomeChoice {

  /** The persistent home of the tool and the project. */
  record Persistent() implements HomeChoice {}

  /** A home in memory, which ends with the session. */
  record Ephemeral() implements HomeChoice {}

  /**
   * A directory of the caller.
   *
   * @param directory as the gate checked it
   */
  record At(MountSource directory) implements HomeChoice {}
}
