package dev.bawn.launcher.session;

import dev.bawn.launcher.workspace.ProjectDirectory;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A session that somebody wants, with everything that was found out about it before it is planned.
 *
 * @param name of the session
 * @param created when it was wanted first
 * @param project what it works on; nothing for an empty workspace
 * @param options how
 * @param program what it runs
 * @param keys API keys and other variables of the caller's, whose values are written down nowhere
 * @param home which home it gets
 */
public record SessionRequest(
    SessionName name,
    Instant created,
    Optional<ProjectDirectory> project,
    SessionOptions options,
    FirstProgram program,
    List<Variable> keys,
    SessionHome home) {

  public SessionRequest {
    keys = List.copyOf(keys);
  }
}
