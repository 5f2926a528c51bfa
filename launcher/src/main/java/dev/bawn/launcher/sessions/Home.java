package dev.bawn.launcher.sessions;

import dev.bawn.launcher.plan.SessionHome;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * A home directory for sessions of one tool on one project, with the tool's login, settings and
 * conversations.
 *
 * @param tool that uses it
 * @param id of the project, with a number if several sessions needed one at a time
 * @param directory its path
 * @param project the directory of the project, if a remaining session names it
 * @param used the time at which a session last began to use it
 * @param inUse whether a session is using it now
 */
public record Home(
    String tool,
    String id,
    Path directory,
    Optional<Path> project,
    Optional<Instant> used,
    boolean inUse) {

  /** The name of the home: {@code claude/app-94438ed95503}. */
  public String name() {
    return tool + "/" + id;
  }

  /** The file that is locked while the home is in use. */
  public Path lock() {
    return SessionHome.lock(directory.getParent(), id);
  }
}
