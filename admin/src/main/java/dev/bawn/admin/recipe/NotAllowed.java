package dev.bawn.admin.recipe;

import dev.bawn.contract.agent.AgentName;

/**
 * The message of a shell in a session about a missing command, with the command by which the user
 * can ask for it. Bash calls a function for that. An environment variable contains the function,
 * which also reaches a bash that is started as sh. A file contains it, too, for a bash below a
 * shell that drops this variable. The function gives no rights: an agent may change both for
 * itself.
 *
 * <p>Dash has no such function. If it is sh, it prints only "not found".
 */
final class NotAllowed {

  /** The name below /etc: bash of Debian and of Arch also reads this file in a terminal. */
  static final String FILE = "bash.bashrc";

  /** The variable with the path of the file for a bash that runs a script or a command line. */
  static final String FILE_VARIABLE = "BASH_ENV";

  /**
   * The variable in which bash exports the function, see "Exported functions" in variables.c of its
   * sources.
   */
  static final String FUNCTION_VARIABLE = "BASH_FUNC_command_not_found_handle%%";

  private NotAllowed() {}

  /** Returns the function as the value of a variable. */
  static String function(AgentName agent) {
    // %q: a name may contain any character, and the user should be able to copy the output
    return "() { printf 'bawn: %q: not allowed for "
        + agent
        + "; if it is installed, ask root: sudo bawn-admin allow "
        + agent
        + " %q\\n' \"$1\" \"$1\" >&2; return 127; }";
  }

  /** Returns the function as a line of the file. */
  static String file(AgentName agent) {
    return "# Made by bawn-admin: for a missing command, bash prints the command to ask for.\n"
        + "command_not_found_handle"
        + function(agent)
        + "\n";
  }
}
