package dev.bawn.contract.cli;

import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/**
 * One subcommand. It turns arguments into a request, passes that to a capability and prints the
 * answer; a {@link dev.bawn.contract.failure.Failure} passes through.
 */
public interface Command {

  /**
   * The options, parameters and, if the summary is too short, a description. It has no name and no
   * help option.
   */
  CommandSpec spec();

  /**
   * As {@link #spec()}, but it may leave out options that these arguments do not use, which saves
   * time at a start.
   *
   * @param words the arguments, without the command's name and those after {@code --}
   */
  default CommandSpec spec(List<String> words) {
    return spec();
  }

  /** The examples in its help, each a complete command line. */
  List<String> examples();

  /**
   * Tells whether the arguments after {@code --} are a command of the user, which the parser must
   * not read.
   */
  default boolean takesToolWords() {
    return false;
  }

  /**
   * Runs the command.
   *
   * @return the exit status
   * @throws IOException if a file or process fails and the command has no better message
   */
  int run(Typed typed, Surroundings here) throws IOException;
}
