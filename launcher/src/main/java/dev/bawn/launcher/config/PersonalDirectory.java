package dev.bawn.launcher.config;

import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.layout.PersonalFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The directories of a user's files for bawn: see the XDG Base Directory Specification. */
public enum PersonalDirectory {
  /** The settings. */
  CONFIG("XDG_CONFIG_HOME", ".config"),
  /** The state that bawn remembers. */
  STATE("XDG_STATE_HOME", ".local/state"),
  /** The files of sessions. */
  DATA("XDG_DATA_HOME", ".local/share");

  private final String variable;
  private final String belowHome;

  PersonalDirectory(String variable, String belowHome) {
    this.variable = variable;
    this.belowHome = belowHome;
  }

  /** All directories of the user, whether they exist yet or not. */
  public static List<Path> all(Map<String, String> environment) {
    List<Path> all = new ArrayList<>();
    for (PersonalDirectory each : values()) {
      Optional<Path> place = each.in(environment);
      if (place.isPresent()) {
        all.add(place.get().normalize());
      }
    }
    return all;
  }

  /** NAME=VALUE of each variable by which another process finds the same directories. */
  public static List<String> variables(Map<String, String> environment) {
    List<String> variables = new ArrayList<>();
    for (String name : List.of("HOME", CONFIG.variable, STATE.variable, DATA.variable)) {
      if (environment.getOrDefault(name, "").startsWith("/")) {
        variables.add(name + "=" + environment.get(name));
      }
    }
    return variables;
  }

  /**
   * The directory of the user.
   *
   * @throws Failed if the environment names no home
   */
  public Path required(Map<String, String> environment) {
    Optional<Path> place = in(environment);
    // no lambda: each start calls this
    if (place.isEmpty()) {
      throw missing();
    }
    return place.get();
  }

  /**
   * The directory of the user, which no other user can replace: each parent directory belongs to
   * the user or to root. The home directory itself is not checked. Neither can another user have
   * made an entry of the state or the data.
   *
   * @throws Failed if the environment names no home
   * @throws dev.bawn.contract.failure.Refused if another user can replace it, or made an entry
   */
  public Path secured(Map<String, String> environment, PersonalFiles files) {
    Path place = required(environment).normalize();
    try {
      Path home = Path.of(environment.getOrDefault("HOME", "/"));
      files.requireUnexchangeable(place, home);
      if (this != CONFIG) {
        files.requireOwnEntries(place, home);
      }
    } catch (IOException e) {
      throw Failed.of(e);
    }
    return place;
  }

  /** The failure if the environment names no home. */
  public static Failed missing() {
    return new Failed(
        "HOME is not set to the absolute path of a directory", "run: export HOME=DIRECTORY");
  }

  /**
   * The variable setting that makes bawn use another directory.
   *
   * @param directory named {@code bawn}
   */
  public String hint(Path directory) {
    return "run: export " + variable + "=" + directory.getParent();
  }

  /**
   * The directory of the user.
   *
   * @param environment names it in its variable, or by {@code HOME}; a relative path is ignored
   * @return empty if neither is set
   */
  public Optional<Path> in(Map<String, String> environment) {
    String directory = environment.getOrDefault(variable, "");
    if (directory.startsWith("/")) {
      return Optional.of(Path.of(directory, "bawn"));
    }
    String home = environment.getOrDefault("HOME", "");
    return home.startsWith("/") ? Optional.of(Path.of(home, belowHome, "bawn")) : Optional.empty();
  }
}
