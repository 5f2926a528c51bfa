package dev.bawn.launcher.plan;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The commands that prepare a fresh checkout, for example {@code npm ci}. They run in the sandbox,
 * before the command of the session.
 *
 * @param commands for sh(1), in order
 */
record SetupCommands(List<String> commands) {

  /**
   * {@code sh -c THIS bawn TOP COUNT COMMAND... ARGUMENT...}: runs the commands at the top of the
   * checkout until each has succeeded once, then executes the rest. The mark of success is in a
   * directory of git's own, so it is neither a file of the project nor unmerged work.
   */
  private static final String SCRIPT =
      """
      top=$1 left=$2
      shift 2
      mark=$top/.git/info/bawn-setup
      while [ "$left" -gt 0 ]; do
        if [ ! -e "$mark" ]; then
          printf 'bawn: setup: %s\\n' "$1" >&2
          (cd -- "$top" && exec /bin/sh -c "$1") </dev/null >&2 || {
            status=$?
            printf 'bawn: error: setup failed with status %s: %s\\n' "$status" "$1" >&2
            printf 'bawn: hint: it runs again at the next start; see setup: bawn config show\\n' >&2
            exit "$status"
          }
        fi
        shift
        left=$((left - 1))
      done
      mkdir -p "${mark%/*}" && : >"$mark"
      exec "$@"
      """;

  SetupCommands {
    commands = List.copyOf(commands);
  }

  /**
   * The arguments before those of the session's command; empty without commands.
   *
   * @param top of the checkout, as a path in the session
   */
  List<String> words(Path top) {
    if (commands.isEmpty()) {
      return List.of();
    }
    List<String> words = new ArrayList<>(List.of("/bin/sh", "-c", SCRIPT, "bawn", top.toString()));
    words.add(Integer.toString(commands.size()));
    words.addAll(commands);
    return words;
  }
}
