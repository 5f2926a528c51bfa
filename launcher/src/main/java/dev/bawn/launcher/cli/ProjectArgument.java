package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Printable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

/** A project argument: a path, by default the current directory. */
final class ProjectArgument {

  private ProjectArgument() {}

  /**
   * Its top directory, without links.
   *
   * @param words the first one is the path, if there is one
   * @throws NotFound if there is no such directory
   */
  static Path of(List<String> words, Surroundings here) {
    String word = words.isEmpty() ? "." : words.getFirst();
    try {
      if (word.isEmpty()) {
        throw missing("''");
      }
      Path path = here.directory().resolve(word).toRealPath();
      if (Files.isDirectory(path)) {
        return path;
      }
    } catch (IOException | InvalidPathException e) {
      throw missing(word);
    }
    throw missing(word);
  }

  private static NotFound missing(String word) {
    return new NotFound(
        "there is no directory " + Printable.of(word), "give the directory of a project");
  }
}
