package dev.bawn.launcher.cli;

import dev.bawn.contract.failure.Printable;
import dev.bawn.launcher.config.ProjectFile;
import java.util.Optional;

/** What is said of a project's settings that do not count. */
final class Notice {

  private Notice() {}

  /** One line; nothing where the file counts, or there is none. */
  static Optional<String> of(ProjectFile project) {
    String file = project.file().map(path -> Printable.of(path.toString())).orElse("");
    return switch (project.trust()) {
      case ABSENT, TRUSTED -> Optional.empty();
      case UNKNOWN, DECLINED ->
          Optional.of("bawn: warning: " + file + " does not count: to look at it, run: bawn trust");
      case CHANGED ->
          Optional.of(
              "bawn: warning: "
                  + file
                  + " does not count any more, since it was changed: to look at it, run: bawn trust");
    };
  }
}
