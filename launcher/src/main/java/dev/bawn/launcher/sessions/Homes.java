package dev.bawn.launcher.sessions;

import dev.bawn.contract.failure.Failed;
import dev.bawn.launcher.engine.HomeLease;
import dev.bawn.launcher.engine.SessionStates;
import dev.bawn.launcher.plan.SessionHome;
import dev.bawn.launcher.record.SessionPlaces;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The homes that bawn made for sessions, see {@link SessionHome}. Their files are not read. */
public final class Homes {

  private final SessionPlaces places;
  private final SessionStates states;

  /**
   * @param places their directories
   * @param states of the sessions that use them
   */
  public Homes(SessionPlaces places, SessionStates states) {
    this.places = places;
    this.states = states;
  }

  /** All homes, by tool and project. */
  public List<Home> all() {
    Map<Path, Path> projects = projects();
    List<Home> homes = new ArrayList<>();
    for (Path tool : directories(places.homes())) {
      for (Path home : directories(tool)) {
        homes.add(home(tool.getFileName().toString(), home, projects));
      }
    }
    return homes;
  }

  private Home home(String tool, Path home, Map<Path, Path> projects) {
    String id = home.getFileName().toString();
    Path lock = SessionHome.lock(home.getParent(), id);
    return new Home(
        tool,
        id,
        home,
        Optional.ofNullable(projects.get(home)),
        time(lock),
        new HomeLease(states.proc()).isUsed(lock));
  }

  private Map<Path, Path> projects() {
    Map<Path, Path> projects = new HashMap<>();
    for (ListedSession each : new Sessions(places, states).all()) {
      if (each instanceof ListedSession.Intact(var record, _)
          && record.home().isPresent()
          && record.project().isPresent()) {
        projects.put(record.home().get(), record.project().get());
      }
    }
    return projects;
  }

  private static List<Path> directories(Path parent) {
    List<Path> directories = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(parent)) {
      for (Path entry : entries) {
        if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
          directories.add(entry);
        }
      }
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (IOException e) {
      throw new Failed(
          "the homes of sessions cannot be read: " + parent, "see: namei -l " + parent);
    }
    directories.sort(null);
    return directories;
  }

  private static Optional<Instant> time(Path lock) {
    try {
      return Optional.of(Files.getLastModifiedTime(lock, LinkOption.NOFOLLOW_LINKS).toInstant());
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
