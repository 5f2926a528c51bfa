package dev.bawn.launcher.facts;

import dev.bawn.contract.failure.Printable;
import dev.bawn.launcher.plan.FirstProgram;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A command in a directory that the session does not see: in the caller's PATH, or named by its
 * path.
 */
final class HiddenProgram {

  private HiddenProgram() {}

  /**
   * A warning with the path and the option that shows it; empty if the session may find the
   * command.
   *
   * @param path the caller's directories of programs
   * @param shown the paths that the session sees, each at its own path
   * @param project its path on the host
   * @param inside the path of the workspace in the session
   */
  static Optional<String> warning(
      FirstProgram program,
      List<Path> path,
      List<Path> shown,
      Optional<Path> project,
      Path inside) {
    List<String> words = new ArrayList<>(program.argv());
    words.addAll(program.appended());
    if (!program.tool().equals(FirstProgram.COMMAND) || words.isEmpty()) {
      return Optional.empty();
    }
    String word = words.getFirst();
    if (word.indexOf('/') > 0) {
      return Optional.empty(); // below the working directory, which is in the project
    }
    List<Path> found = word.startsWith("/") ? List.of(parent(word)) : path;
    String name = word.substring(word.lastIndexOf('/') + 1);
    Path hidden = null;
    for (Path directory : found) {
      Path file = directory.resolve(name);
      if (!name.isEmpty() && Files.isRegularFile(file) && Files.isExecutable(file)) {
        if (shown.stream().anyMatch(directory::startsWith)) {
          return Optional.empty();
        }
        hidden = hidden == null ? directory : hidden;
      }
    }
    if (hidden == null) {
      return Optional.empty();
    }
    Path file = hidden.resolve(name);
    if (shown.stream().noneMatch(file::startsWith)) {
      if (project.filter(file::startsWith).isPresent()) {
        return Optional.of(
            "the session does not see "
                + Printable.whole(file)
                + "; its path in the session: "
                + Printable.whole(inside.resolve(project.get().relativize(file))));
      }
      // the programs of a virtual environment need all of it
      Path above = hidden.getParent();
      boolean isVirtual = above != null && Files.exists(above.resolve("pyvenv.cfg"));
      return Optional.of(
          "the session does not see "
              + Printable.whole(file)
              + "; to show its directory: --ro "
              + Printable.whole((isVirtual ? above : hidden)));
    }
    return word.startsWith("/")
        ? Optional.empty()
        : Optional.of(
            "the session sees no other file of "
                + Printable.whole(hidden)
                + ", so name the command by its path: "
                + Printable.whole(file));
  }

  private static Path parent(String file) {
    return Path.of(file.substring(0, Math.max(1, file.lastIndexOf('/')))).normalize();
  }
}
