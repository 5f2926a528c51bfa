package dev.bawn.launcher.config;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Where the caller's settings lie: see the XDG Base Directory Specification. */
public final class ConfigDirectory {

  private ConfigDirectory() {}

  /**
   * That of the caller.
   *
   * @param environment where {@code XDG_CONFIG_HOME} or {@code HOME} say where it lies; a path that
   *     is not absolute is ignored
   * @return nothing where neither does
   */
  public static Optional<Path> in(Map<String, String> environment) {
    String config = environment.getOrDefault("XDG_CONFIG_HOME", "");
    String home = environment.getOrDefault("HOME", "");
    if (config.startsWith("/")) {
      return Optional.of(Path.of(config, "bawn"));
    }
    return home.startsWith("/") ? Optional.of(Path.of(home, ".config/bawn")) : Optional.empty();
  }
}
