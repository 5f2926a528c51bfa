package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.ShellWords;
import dev.bawn.contract.failure.Printable;
import dev.bawn.launcher.config.ProjectFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What is said of a project's settings that do not count. */
final class Notice {

  private Notice() {}

  /**
   * One line; nothing where the file counts, or there is none.
   *
   * @param directory where the caller is, who need not name the project that is there
   */
  static Optional<String> of(ProjectFile project, Path directory) {
    String file = project.file().map(path -> Printable.of(path.toString())).orElse("");
    return switch (project.trust()) {
      case ABSENT, TRUSTED -> Optional.empty();
      case UNKNOWN, DECLINED ->
          Optional.of("bawn: warning: " + file + " does not count: " + look(project, directory));
      case CHANGED ->
          Optional.of(
              "bawn: warning: "
                  + file
                  + " does not count any more, since it was changed: "
                  + look(project, directory));
    };
  }

  private static String look(ProjectFile project, Path directory) {
    List<String> words = new ArrayList<>(List.of("bawn", "trust"));
    if (project.file().isPresent() && !project.file().get().getParent().equals(directory)) {
      words.add(project.file().get().getParent().toString());
    }
    return "to look at it, run: " + ShellWords.join(words);
  }
}
