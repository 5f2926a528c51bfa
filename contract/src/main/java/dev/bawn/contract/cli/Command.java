package dev.bawn.contract.cli;

import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/**
 * One subcommand. It translates what was typed into a request, hands that to a capability and
 * prints the answer; a refusal is a {@link dev.bawn.contract.failure.Failure} that it lets pass.
 */
public interface Command {

  /** Options, parameters and, where the summary is too short, a description. No name, no help. */
  CommandSpec spec();

  /**
   * The same, as far as these words need it: what nobody typed need not be made at a start.
   *
   * @param words what was typed, without the command's name and what follows {@code --}
   */
  default CommandSpec spec(List<String> words) {
    return spec();
  }

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
   * @throws IOException if a file or process fails it that it has no better words for
   */
  int run(Typed typed, Surroundings here) throws IOException;
}
