package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.ShellQuoting;
import dev.bawn.contract.failure.Printable;
import dev.bawn.launcher.config.EffectiveSettings;
import dev.bawn.launcher.config.ProjectFile;
import dev.bawn.launcher.config.Setting;
import dev.bawn.launcher.request.SessionArguments;
import dev.bawn.launcher.workspace.GitRepository;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The warning about settings of a project that have no effect. */
final class Notice {

  private Notice() {}

  /**
   * One line that names these settings; empty if the file is trusted, or grants nothing and was
   * never changed.
   *
   * @param directory the caller's directory: a project in it need not be named
   */
  static Optional<String> of(EffectiveSettings settings, Path directory) {
    ProjectFile project = settings.project();
    String file = project.file().map(path -> Printable.of(path)).orElse("");
    String left = leftOut(settings);
    return switch (project.trust()) {
      case ABSENT, TRUSTED -> Optional.empty();
      case UNKNOWN, DECLINED ->
          left.isEmpty()
              ? Optional.empty()
              : Optional.of(
                  "bawn: warning: " + file + " is not trusted" + left + look(project, directory));
      case CHANGED ->
          Optional.of("bawn: warning: " + changed(project) + left + look(project, directory));
    };
  }

  /** The sentence about a file that changed since the user trusted it. */
  static String changed(ProjectFile project) {
    return Printable.of(project.file().orElseThrow()) + " was changed since you trusted it";
  }

  private static String leftOut(EffectiveSettings settings) {
    StringBuilder keys = new StringBuilder();
    for (Setting setting : settings.leftOut().keySet()) {
      keys.append(keys.isEmpty() ? ", so bawn ignores these settings: " : ", ")
          .append(setting.key());
    }
    return keys.toString();
  }

  private static String look(ProjectFile project, Path directory) {
    List<String> words = new ArrayList<>(List.of("bawn", "trust"));
    Path top = project.file().map(Path::getParent).orElse(directory);
    if (GitRepository.of(top).filter(each -> !each.top().equals(top)).isPresent()) {
      words.add(SessionArguments.HERE);
    }
    if (!top.equals(directory)) {
      words.add(top.toString());
    }
    return "; to read and trust it, run: " + ShellQuoting.join(words);
  }
}
