package dev.bawn.launcher.session;

import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.launcher.config.PersonalDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where the caller's own sessions lie, see the XDG Base Directory Specification.
 *
 * @param sessions a directory for each session, {@code $XDG_STATE_HOME/bawn/sessions}
 * @param workspaces what sessions wrote, {@code $XDG_DATA_HOME/bawn/workspaces}
 * @param homes the homes that sessions see, {@code $XDG_DATA_HOME/bawn/homes}
 */
public record SessionPlaces(Path sessions, Path workspaces, Path homes) {

  /**
   * Those of the caller.
   *
   * @throws Failed if the environment names no home
   */
  public static SessionPlaces in(Map<String, String> environment) {
    Path state = directory(PersonalDirectory.STATE, environment);
    Path data = directory(PersonalDirectory.DATA, environment);
    return new SessionPlaces(
        state.resolve("sessions"), data.resolve("workspaces"), data.resolve("homes"));
  }

  private static Path directory(PersonalDirectory directory, Map<String, String> environment) {
    Optional<Path> place = directory.in(environment);
    // no lambda: this is on the way of a start
    if (place.isEmpty()) {
      throw new Failed("HOME says no directory, so there is no place for sessions", "set HOME");
    }
    return place.get().normalize();
  }

  /** The directory of a session, whether it is there or not. */
  public SessionDirectory session(SessionName name) {
    return new SessionDirectory(name, sessions.resolve(name.text()));
  }

  /** What a session keeps of its workspace; see {@link SessionRecord} for which is whose. */
  public Path workspace(SessionName name) {
    return workspaces.resolve(name.text());
  }

  /**
   * The directory of a session that is there.
   *
   * @throws NotFound if it is not
   */
  public SessionDirectory existing(SessionName name) {
    SessionDirectory session = session(name);
    if (!Files.isDirectory(session.path(), LinkOption.NOFOLLOW_LINKS)) {
      throw new NotFound("there is no session '" + name + "'", "see all of yours: bawn list");
    }
    return session;
  }

  /** All sessions by name. What does not look like one is left out. */
  public List<SessionDirectory> all() {
    List<SessionDirectory> all = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(sessions)) {
      for (Path entry : entries) {
        String name = entry.getFileName().toString();
        if (!name.startsWith(".")) {
          all.add(new SessionDirectory(SessionName.of(name), entry));
        }
      }
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    all.sort((one, other) -> one.name().compareTo(other.name()));
    return all;
  }
}
