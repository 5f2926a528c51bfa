package dev.bawn.launcher.sessions;

import dev.bawn.launcher.plan.SessionHome;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * A home that sessions of one tool on one project see, with what the tool keeps there: its login,
 * its settings, its conversations.
 *
 * @param tool that has it
 * @param id of the project, with a number where several sessions needed one at a time
 * @param directory where it lies
 * @param project the directory of the project, as far as a session that is left tells
 * @param used when a session last began to use it
 * @param inUse whether one does right now
 */
public record Home(
    String tool,
    String id,
    Path directory,
    Optional<Path> project,
    Optional<Instant> used,
    boolean inUse) {

  /** What it is called: {@code claude/app-94438ed95503}. */
  public String name() {
    return tool + "/" + id;
  }

  /** The file that is locked as long as it is used. */
  public Path lock() {
    return SessionHome.lock(directory.getParent(), id);
  }
}
