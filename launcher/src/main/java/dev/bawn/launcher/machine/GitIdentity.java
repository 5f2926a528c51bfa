package dev.bawn.launcher.machine;

import dev.bawn.contract.failure.Printable;
import dev.bawn.launcher.mount.MountGate;
import dev.bawn.launcher.mount.MountSource;
import dev.bawn.launcher.mount.Purpose;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jgit.errors.ConfigInvalidException;
import org.eclipse.jgit.lib.Config;

/**
 * The name and the e-mail address in the caller's own settings of git. No other setting is read,
 * and no file that they include.
 *
 * @param name empty where none is set
 * @param email empty where none is set
 */
public record GitIdentity(String name, String email) {

  /** An identity without name and address. */
  public static final GitIdentity NONE = new GitIdentity("", "");

  private static final int LARGEST = 1 << 16;
  private static final String SECTION = "user";
  private static final String NAME = "name";
  private static final String EMAIL = "email";

  /**
   * Reads the identity as git does: the later file takes precedence.
   *
   * @param home the caller's
   * @param gate decides which files may be read, as for mounts
   */
  static GitIdentity of(Path home, Map<String, String> environment, MountGate gate) {
    String xdg = environment.getOrDefault("XDG_CONFIG_HOME", "");
    Path config = xdg.startsWith("/") ? Path.of(xdg) : home.resolve(".config");
    GitIdentity identity = NONE;
    for (Path file : List.of(config.resolve("git/config"), home.resolve(".gitconfig"))) {
      Optional<MountSource> source = gate.found(file, Purpose.DOTFILE, new ArrayList<>());
      if (source.isPresent()) {
        identity = identity.with(text(source.get().path()));
      }
    }
    return identity;
  }

  private static String text(Path file) {
    try {
      return Files.isRegularFile(file) && Files.size(file) <= LARGEST ? Files.readString(file) : "";
    } catch (IOException e) {
      return ""; // unreadable, or not UTF-8
    }
  }

  private GitIdentity with(String text) {
    Config config = new Config();
    try {
      config.fromText(text);
    } catch (ConfigInvalidException e) {
      return this;
    }
    return with(config);
  }

  private GitIdentity with(Config config) {
    return new GitIdentity(value(config, NAME, name), value(config, EMAIL, email));
  }

  /** A value; one with control characters, or with more than 200 characters, does not count. */
  private static String value(Config config, String key, String earlier) {
    String value = config.getString(SECTION, null, key);
    return value == null || value.isEmpty() || !Printable.of(value).equals(value) ? earlier : value;
  }

  /** The identity with another value; a value that {@link #of} ignores leaves it as it is. */
  public GitIdentity with(String key, String value) {
    Config config = new Config();
    config.setString(SECTION, null, key, value);
    return with(config);
  }

  /** A file of settings with these only, see git-config(1); empty if none is set. */
  public String settings() {
    String lines = line(NAME, name) + line(EMAIL, email);
    return lines.isEmpty() ? "" : "[" + SECTION + "]\n" + lines;
  }

  private static String line(String key, String value) {
    return value.isEmpty()
        ? ""
        : "\t" + key + " = \"" + value.replace("\\", "\\\\").replace("\"", "\\\"") + "\"\n";
  }
}
