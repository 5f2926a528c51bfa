package dev.bawn.launcher.facts;

import dev.bawn.contract.failure.Printable;
import dev.bawn.launcher.plan.FirstProgram;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A command that the caller has on the path, in a directory that the session does not see. */
final class HiddenProgram {

  private HiddenProgram() {}

  /**
   * A warning that says where it is and how to show it; nothing where the session may find one.
   *
   * @param path the caller's directories of programs
   * @param shown what the session sees, each at a path of its own
   */
  static Optional<String> warning(FirstProgram program, List<Path> path, List<Path> shown) {
    List<String> words = new ArrayList<>(program.argv());
    words.addAll(program.appended());
    boolean isCommand = program.tool().equals(FirstProgram.COMMAND);
    if (!isCommand || words.isEmpty() || words.getFirst().indexOf('/') >= 0) {
      return Optional.empty();
    }
    Path hidden = null;
    for (Path directory : path) {
      if (Files.isExecutable(directory.resolve(words.getFirst()))) {
        if (shown.stream().anyMatch(directory::startsWith)) {
          return Optional.empty();
        }
        hidden = hidden == null ? directory : hidden;
      }
    }
    return Optional.ofNullable(hidden)
        .map(directory ->
            "the session does not see "
                + Printable.whole(directory.resolve(words.getFirst()).toString())
                + "; to show its directory: --ro "
                + Printable.whole(directory.toString()));
  }
}
