package dev.bawn.launcher.mount;

import dev.bawn.contract.sandbox.HostPath;
import java.nio.file.Path;
import java.util.List;

/**
 * Sources that bawn makes for a session in its own directories, some of them after the plan. It
 * reads no file.
 */
public final class SessionSources {

  private static final Identity MADE = new Identity(HostPath.MADE);

  private final List<HiddenPlaces.Place> places;

  SessionSources(List<HiddenPlaces.Place> places) {
    this.places = places;
  }

  /**
   * The source at a path.
   *
   * @throws IllegalStateException if the path is in none of bawn's directories
   */
  public MountSource at(Path path) {
    for (HiddenPlaces.Place place : places) {
      if (path.startsWith(place.named())) {
        Path real = place.real().resolve(place.named().relativize(path));
        return new MountSource(path, real, MADE, Purpose.KEPT);
      }
    }
    throw new IllegalStateException(path + " is none of bawn's own directories");
  }
}
