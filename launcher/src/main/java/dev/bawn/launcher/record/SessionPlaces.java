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
 * Where the caller's own sessions lie, see the XDG Base Directory Specification.
 *
 * @param sessions a directory for each session, {@code $XDG_STATE_HOME/bawn/sessions}
 * @param workspaces what sessions wrote, {@code $XDG_DATA_HOME/bawn/workspaces}
 * @param homes the homes that sessions see, {@code $XDG_DATA_HOME/bawn/homes}
 */
public record SessionPlaces(Path sessions, Path workspaces, Path homes) {

  /**
   * A file of a workspace, with the directory of its session in a line: so it is found where only
   * one of the two directories of the caller is another one.
   */
  public static final String RECORD = "session";

  /**
   * Those of the caller.
   *
   * @throws Failed if the environment names no home
   * @throws dev.bawn.contract.failure.Refused if another user could put their own in the place of
   *     one
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
   * What sessions with a home add to the caller's package caches, {@code
   * $XDG_DATA_HOME/bawn/caches/TOOL/PROJECT}.
   */
  public Path caches(Path home) {
    return homes.resolveSibling("caches").resolve(homes.relativize(home));
  }

  /** The directory of a session, whether it is there or not. */
  public SessionDirectory session(SessionName name) {
    return new SessionDirectory(name, of(sessions, name));
  }

  /** What a session keeps of its workspace; see {@link SessionRecord} for which is whose. */
  public Path workspace(SessionName name) {
    return of(workspaces, name);
  }

  /** What an agent changed is no session: it is not listed, and not removed, with them. */
  private static Path of(Path all, SessionName name) {
    return name.isOfAgent()
        ? all.resolveSibling("agents").resolve(name.file())
        : all.resolve(name.text());
  }

  /**
   * Whether something has this name that a new session must leave alone: a session, or what one
   * wrote whose directory was removed by hand.
   *
   * @param now the time
   */
  public boolean isTaken(SessionName name, Instant now) {
    return Files.exists(session(name).path(), LinkOption.NOFOLLOW_LINKS)
        ? !isAbandoned(name, now)
        : Files.exists(workspace(name), LinkOption.NOFOLLOW_LINKS);
  }

  /**
   * Whether a start was given up when the session was just made, so that nothing is lost with it.
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
