package dev.bawn.launcher.mount;

import dev.bawn.contract.agent.SystemDirectories;
import dev.bawn.contract.cli.ShellQuoting;
import dev.bawn.contract.failure.Failure;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A directory that can be the project of an unprivileged session.
 *
 * @param source the directory, as the gate checked it
 */
public record ProjectDirectory(MountSource source) {

  /**
   * The project at a named path.
   *
   * @param typed absolute; links are followed
   * @throws NotFound if it does not exist
   * @throws Refused if it cannot be a project
   */
  static ProjectDirectory of(Path typed, MountGate gate) {
    String shown = Printable.of(typed);
    MountSource source = followed(typed, gate, shown);
    Path path = source.path();
    if (!Files.isDirectory(path)) {
      throw new Refused(
          "'" + shown + "' is a file; expected the directory of a project", "name its directory");
    }
    if (!Files.isReadable(path) || !Files.isExecutable(path)) {
      throw new Refused(
          "permission denied: cannot read the directory '" + shown + "'",
          "check its mode: " + ShellQuoting.join(List.of("ls", "-ld", typed.toString())));
    }
    requireOrdinary(path, gate.home(), gate.own());
    return new ProjectDirectory(source);
  }

  private static MountSource followed(Path path, MountGate gate, String shown) {
    if (path.toString().indexOf('\ufffd') >= 0) {
      throw new Refused(
          "the path '" + shown + "' contains bytes that are not UTF-8", "rename the directory");
    }
    try {
      return gate.follow(path, Purpose.PROJECT);
    } catch (IOException e) {
      if (Files.isDirectory(path)) {
        throw new Refused(
            "permission denied: cannot enter the directory '" + shown + "'",
            "check the modes of the directories above it");
      }
      throw DeniedPath.or(
          path,
          e,
          () ->
              new NotFound(
                  "there is no directory '" + shown + "'",
                  "give an existing directory, or put -- before a command"));
    }
  }

  /** Tells whether a directory can be a project, by its path. */
  public static boolean isOrdinary(Path path, Path home, PrivateDirectories own) {
    try {
      requireOrdinary(path, home, own);
      return true;
    } catch (Refused e) {
      return false;
    }
  }

  private static void requireOrdinary(Path path, Path home, PrivateDirectories own) {
    String text = path.toString();
    boolean all = home.startsWith(path);
    if (all) {
      throw farMore(
          text,
          path.equals(home) ? "it is your home directory" : "it contains your home directory");
    }
    if (SystemDirectories.contain(text)) {
      throw farMore(text, "it belongs to the system");
    }
    for (String credential : Credentials.BELOW_HOME) {
      Path place = home.resolve(credential);
      if (place.startsWith(path) && Files.exists(place) || path.startsWith(place)) {
        throw farMore(text, "~/" + credential + " holds credentials");
      }
    }
    Optional<Path> place = own.meeting(path);
    if (place.isPresent()) {
      throw farMore(text, "bawn keeps its own files in " + place.get());
    }
  }

  private static Failure farMore(String text, String because) {
    return new Refused(
        "'" + Printable.of(text) + "' is not a project: " + because,
        "change to the directory of one project, or name it");
  }

  /** Absolute and without links. */
  public Path path() {
    return source.path();
  }

  /** The last component. */
  public String baseName() {
    return path().getFileName().toString();
  }
}
