package dev.bawn.admin.mirror;

import dev.bawn.contract.agent.ProjectPath;
import dev.bawn.contract.cli.ShellQuoting;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import java.util.List;

/**
 * The refusal of a project whose path another user can change: that user could make bawn copy any
 * directory of the project's owner. owner-path finds it.
 */
final class ExchangeablePath {

  private ExchangeablePath() {}

  /**
   * @param kind of the problem, as owner-path names it
   * @param where the path of a directory or a link, in any characters
   */
  static Refused refusal(ProjectPath project, String kind, String where) {
    String shown = Printable.of(where);
    return switch (kind) {
      case "link" ->
          new Refused(
              shown + " is a symbolic link of another user" + ", who could exchange " + project,
              isElsewhere(project, where));
      case "writable" ->
          new Refused(
              shown + " can be written by other users" + ", who could exchange " + project,
              "let only the owner of an entry rename it: sudo chmod +t "
                  + ShellQuoting.join(List.of(where)));
      default ->
          new Refused(
              shown + " belongs to another user" + ", who could exchange " + project,
              isElsewhere(project, where));
    };
  }

  /**
   * @param said the kind, a blank and the path
   */
  static Refused refusal(ProjectPath project, String said) {
    String[] parts = said.split(" ", 2);
    return refusal(project, parts[0], parts[parts.length - 1]);
  }

  /** The refusal of a project that was exchanged meanwhile. */
  static Refused exchanged(ProjectPath project) {
    return new Refused(
        project + " was replaced by another directory while bawn-admin read it", "run it again");
  }

  /** The hint, which names the path without links unless the problem is on that one. */
  private static String isElsewhere(ProjectPath project, String where) {
    return (project + "/").startsWith(where + "/")
        ? "move the project to a directory of its owner or of root; see: namei -l "
            + ShellQuoting.join(List.of(project.text()))
        : "name the directory that it leads to: " + ShellQuoting.join(List.of(project.text()));
  }
}
