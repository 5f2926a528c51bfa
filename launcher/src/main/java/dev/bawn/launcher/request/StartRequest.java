package dev.bawn.launcher.request;

import dev.bawn.contract.cli.Typed;
import dev.bawn.launcher.record.SessionName;
import dev.bawn.launcher.record.SessionRecord;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The request to start an unprivileged session.
 *
 * @param options the options of the session; those of the first start if it is started again
 * @param project the named project, as it was typed; empty for the one that contains the caller's
 *     directory
 * @param wanted the program to run; empty for the same as before
 * @param name the requested name
 * @param earlier the record of the session, if it is started again
 * @param isAside whether the record of an earlier start's end stays
 */
public record StartRequest(
    Typed options,
    Optional<Path> project,
    Optional<Wanted> wanted,
    Optional<SessionName> name,
    Optional<SessionRecord> earlier,
    boolean isAside) {

  /**
   * A new session.
   *
   * @param project the argument that names its project, if there is one
   */
  public static StartRequest first(
      Typed typed, Optional<String> project, Wanted wanted, Optional<SessionName> name) {
    return new StartRequest(
        typed, project.map(Path::of), Optional.of(wanted), name, Optional.empty(), false);
  }

  /** A session that is started again, with its stored options. */
  public static StartRequest again(
      SessionRecord earlier, Optional<Wanted> wanted, boolean isAside) {
    return new StartRequest(
        SessionArguments.stored(earlier),
        earlier.project(),
        wanted,
        Optional.of(earlier.name()),
        Optional.of(earlier),
        isAside);
  }
}
