package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.config.PersonalDirectory;
import dev.bawn.launcher.machine.HostProbe;
import dev.bawn.launcher.mount.CurrentDirectory;
import dev.bawn.launcher.mount.DeniedPath;
import dev.bawn.launcher.mount.PrivateDirectories;
import dev.bawn.launcher.workspace.ProjectTop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

/** A project argument: a path, by default the current directory. {@link ProjectTop} decides. */
final class ProjectArgument {

  private ProjectArgument() {}

  /**
   * The top directory of the project, without links.
   *
   * @param words the arguments; the first one is the path
   * @param isAlone whether to use the directory itself, not the project that contains it
   * @throws NotFound if the directory does not exist
   */
  static Path of(List<String> words, boolean isAlone, Surroundings here) {
    Path directory = directory(words, here);
    PrivateDirectories own = new PrivateDirectories(PersonalDirectory.all(here.environment()));
    return isAlone
        ? directory
        : ProjectTop.of(directory, HostProbe.home(here.environment()), own).top();
  }

  private static Path directory(List<String> words, Surroundings here) {
    String word = words.isEmpty() ? "." : words.getFirst();
    if (word.isEmpty()) {
      throw missing(word);
    }
    Path path = named(word, here);
    try {
      Path real = path.toRealPath();
      if (Files.isDirectory(real)) {
        return real;
      }
    } catch (IOException e) {
      CurrentDirectory.requireFor(Path.of(word), here.directory());
      throw DeniedPath.or(path, e, () -> missing(word));
    }
    throw new Refused(
        "'" + Printable.of(word) + "' is a file; expected the directory of a project",
        "name its directory");
  }

  private static Path named(String word, Surroundings here) {
    try {
      return here.directory().resolve(word);
    } catch (InvalidPathException e) {
      throw missing(word);
    }
  }

  private static NotFound missing(String word) {
    return new NotFound(
        "there is no directory '" + Printable.of(word) + "'", "give the directory of a project");
  }
}
