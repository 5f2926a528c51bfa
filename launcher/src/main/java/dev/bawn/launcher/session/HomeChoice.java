package dev.bawn.launcher.session;

import java.nio.file.Path;

/** Which home a session gets. */
public sealed interface HomeChoice {

  /** The one of the tool and the project, kept. */
  record Persistent() implements HomeChoice {}

  /** One in memory, gone with the session. */
  record Ephemeral() implements HomeChoice {}

  /**
   * A directory of the caller's.
   *
   * @param directory without links
   */
  record At(Path directory) implements HomeChoice {}
}
