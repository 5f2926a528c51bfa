package dev.bawn.launcher.mount;

import java.nio.file.Path;
import java.util.stream.Stream;

/** Sources for tests of planners; no path is resolved. */
public final class Sources {

  private Sources() {}

  public static MountSource at(String path) {
    return new MountSource(Path.of(path), Path.of(path), new Identity("1:2"), Purpose.READ_ONLY);
  }

  public static SessionSources kept(String... paths) {
    return new SessionSources(
        Stream.of(paths)
            .map(path -> new HiddenPlaces.Place(Path.of(path), Path.of(path)))
            .toList());
  }

  public static MountSource linked(String named, String path) {
    return new MountSource(Path.of(named), Path.of(path), new Identity("1:2"), Purpose.TOOLCHAIN);
  }
}
