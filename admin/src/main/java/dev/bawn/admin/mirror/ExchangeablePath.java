package dev.bawn.admin.mirror;

import dev.bawn.contract.agent.ProjectPath;
import dev.bawn.contract.cli.ShellQuoting;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import java.util.List;

/**
 * The refusal of a path that another user can change: that user could make bawn read any directory
 * or file of the user who reads it. owner-path finds it.
 */
final class ExchangeablePath {

  private ExchangeablePath() {}

  /**
   * @param path which a process reads
   * @param problem its kind, a blank, and a directory or a link on the way, as of owner-path
   */
  static Refused refusal(String path, String problem) {
    String[] parts = problem.split(" ", 2);
    String where = parts[parts.length - 1];
    String shown = Printable.of(where);
    return switch (parts[0]) {
      case "link" ->
          new Refused(
              shown + " is a symbolic link of another user, who could exchange " + path,
              isElsewhere(path, where));
      case "writable" ->
          new Refused(
              shown + " can be written by other users, who could exchange " + path,
              "set the sticky bit, so that only its owner can rename an entry: sudo chmod +t "
                  + ShellQuoting.join(List.of(where)));
      default ->
          new Refused(
              shown + " belongs to another user, who could exchange " + path,
              isElsewhere(path, where));
    };
  }

  /** The refusal of a project that was exchanged meanwhile. */
  static Refused exchanged(ProjectPath project) {
    return new Refused(
        project + " was replaced by another directory while bawn-admin read it", "run it again");
  }

  /** The hint, which names the path without links unless the problem is on that one. */
  private static String isElsewhere(String path, String where) {
    String quoted = ShellQuoting.join(List.of(path));
    return (path + "/").startsWith(where + "/")
        ? "move it to a directory of its owner or of root; see: namei -l " + quoted
        : "name the path that it leads to: " + quoted;
  }
}
