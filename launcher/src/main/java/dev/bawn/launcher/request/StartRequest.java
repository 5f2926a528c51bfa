package dev.bawn.launcher.request;

import dev.bawn.contract.cli.Typed;
import dev.bawn.launcher.record.SessionName;
import dev.bawn.launcher.record.SessionRecord;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A start of one of the caller's sessions, as it was typed.
 *
 * @param options the options of the session; those of the first start where it starts again
 * @param project the project that was named, as it was typed; nothing for the one that the caller
 *     is in
 * @param wanted what it runs; nothing where that is the same as before
 * @param name the name that was asked for
 * @param earlier the record of the session, if it starts again
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
   * @param project the argument that names its project, if one does
   */
  public static StartRequest first(
      Typed typed, Optional<String> project, Wanted wanted, Optional<SessionName> name) {
    return new StartRequest(
        typed, project.map(Path::of), Optional.of(wanted), name, Optional.empty(), false);
  }

  /** A session that starts again, with the options that were stored for it. */
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
