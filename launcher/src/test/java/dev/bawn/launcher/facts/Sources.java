package dev.bawn.launcher.facts;

import java.nio.file.Path;

/** Sources for tests of what plans with them: nothing is looked up. */
public final class Sources {

  private Sources() {}

  public static MountSource at(String path) {
    return new MountSource(Path.of(path), Path.of(path), new Identity("1:2"), Purpose.READ_ONLY);
  }

  public static MountSource linked(String named, String path) {
    return new MountSource(Path.of(named), Path.of(path), new Identity("1:2"), Purpose.TOOLCHAIN);
  }
}
