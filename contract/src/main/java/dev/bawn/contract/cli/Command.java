package dev.bawn.contract.cli;

import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/**
 * One subcommand. It translates what was typed into a request, hands that to a capability and
 * prints the answer; a refusal is a {@link dev.bawn.contract.failure.Failure} that it lets pass.
 */
public interface Command {

  /** Options, parameters and, where the summary is too short, a description. No name, no help. */
  CommandSpec spec();

  /** Lines for the end of its help, each a command line that works as it stands. */
  List<String> examples();

  /** Whether the words after {@code --} are a command of the user's, kept away from the parser. */
  default boolean takesToolWords() {
    return false;
  }

  /**
   * Does it.
   *
   * @return the exit status
   */
  int run(Typed typed, Surroundings here);
}
