package dev.bawn.admin.recipe;

import dev.bawn.contract.agent.AgentName;

/**
 * What a shell inside a session says of a command that is not there, so that the agent can tell its
 * person. Bash asks a function for that, and gets it in two ways: as a variable of the environment,
 * which also reaches a bash that is called sh, and from a file, which also reaches a bash behind a
 * shell that passes on no such variable. It lends nothing: an agent may change both for itself.
 *
 * <p>Dash has no such hook. Where it is sh, it says no more than "not found".
 */
final class NotAllowed {

  /** Below /etc: Debian's and Arch's bash read it in a terminal, too. */
  static final String FILE = "bash.bashrc";

  /** Names that file for a bash that runs a script or a line. */
  static final String FILE_VARIABLE = "BASH_ENV";

  /** How bash passes a function on, see "Exported functions" of its sources' variables.c. */
  static final String FUNCTION_VARIABLE = "BASH_FUNC_command_not_found_handle%%";

  private NotAllowed() {}

  /** The function as a value of the environment. */
  static String function(AgentName agent) {
    // %q: a name may hold anything, and what is shown shall be typed as it stands
    return "() { printf 'bawn: %q: not allowed for "
        + agent
        + "; if it is installed, ask: sudo bawn-admin allow "
        + agent
        + " %q\\n' \"$1\" \"$1\" >&2; return 127; }";
  }

  /** The function as a line of the file. */
  static String file(AgentName agent) {
    return "# Made by bawn-admin: for a missing command, bash prints the command to ask for.\n"
        + "command_not_found_handle"
        + function(agent)
        + "\n";
  }
}
