package dev.bawn.launcher.record;

import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.layout.PersonalFiles;
import dev.bawn.launcher.config.PersonalDirectory;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;

/**
 * The directories of the caller's unprivileged sessions, see the XDG Base Directory Specification.
 *
 * @param sessions a directory for each session, {@code $XDG_STATE_HOME/bawn/sessions}
 * @param workspaces the files of sessions, {@code $XDG_DATA_HOME/bawn/workspaces}
 * @param homes the home directories of sessions, {@code $XDG_DATA_HOME/bawn/homes}
 */
public record SessionPlaces(Path sessions, Path workspaces, Path homes) {

  /**
   * A file of a workspace that contains the path of its session's directory: with it the record is
   * found if only one of the caller's two directories has changed.
   */
  public static final String RECORD = "session";

  /**
   * The directories of the caller.
   *
   * @throws Failed if the environment names no home
   * @throws dev.bawn.contract.failure.Refused if another user could replace one of them
   */
  public static SessionPlaces of(Surroundings here) {
    PersonalFiles files = new PersonalFiles(here.user(), here.layout());
    Path state = PersonalDirectory.STATE.secured(here.environment(), files);
    Path data = PersonalDirectory.DATA.secured(here.environment(), files);
    return new SessionPlaces(
        state.resolve("sessions"), data.resolve("workspaces"), data.resolve("homes"));
  }

  /** The login that sessions of a tool share, {@code $XDG_DATA_HOME/bawn/logins/TOOL}. */
  public Path login(String tool) {
    return homes.resolveSibling("logins").resolve(tool);
  }

  /**
   * The downloads of sessions with a home, in addition to the caller's package caches, {@code
   * $XDG_DATA_HOME/bawn/caches/TOOL/PROJECT}.
   */
  public Path caches(Path home) {
    return homes.resolveSibling("caches").resolve(homes.relativize(home));
  }

  /**
   * The comments of the last review of a session, as a prompt for the next session: {@code
   * $XDG_STATE_HOME/bawn/prompts/NAME.md}. The removal of the session keeps the file.
   */
  public Path prompt(SessionName name) {
    return sessions.resolveSibling("prompts").resolve(name.file() + ".md");
  }

  /** The directory of a session, which may not exist. */
  public SessionDirectory session(SessionName name) {
    return new SessionDirectory(name, of(sessions, name));
  }

  /** The workspace of a session; see {@link SessionRecord} for its parts. */
  public Path workspace(SessionName name) {
    return of(workspaces, name);
  }

  /**
   * The directory of a session. The work of an agent is no session: it is neither listed nor
   * removed with them.
   */
  private static Path of(Path all, SessionName name) {
    return name.isOfAgent()
        ? all.resolveSibling("agents").resolve(name.file())
        : all.resolve(name.text());
  }

  /**
   * Tells whether a new session must not have this name: a session has it, or a workspace whose
   * session was removed by hand.
   *
   * @param now the time
   */
  public boolean isTaken(SessionName name, Instant now) {
    return Files.exists(session(name).path(), LinkOption.NOFOLLOW_LINKS)
        ? !isAbandoned(name, now)
        : Files.exists(workspace(name), LinkOption.NOFOLLOW_LINKS);
  }

  /**
   * Tells whether the start was given up just after the session was made, so that it has no work.
   */
  public boolean isAbandoned(SessionName name, Instant now) {
    return session(name).neverBegan(now)
        && isEmpty(workspace(name).resolve("upper"))
        && isEmpty(workspace(name).resolve("files"));
  }

  private static boolean isEmpty(Path directory) {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      return !entries.iterator().hasNext();
    } catch (IOException e) {
      return Files.notExists(directory, LinkOption.NOFOLLOW_LINKS);
    }
  }
}
