package dev.bawn.contract.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The arguments of a command line that lacks {@code --} before the last of them.
 *
 * @param spec of the command
 * @param arguments as they were typed
 */
record Unseparated(CommandSpec spec, List<String> arguments) {

  /** The index of an argument by its number, without options and their values; or the end. */
  int positional(int number) {
    int left = number;
    int at = 0;
    while (at < arguments.size()) {
      String argument = arguments.get(at);
      OptionSpec option = spec.optionsMap().get(argument);
      if (!argument.startsWith("-") && left-- == 0) {
        return at;
      }
      at += option != null && option.arity().max() > 0 ? 2 : 1;
    }
    return arguments.size();
  }

  /** The whole command line, with other arguments before the one at an index. */
  String line(String command, int at, List<String> inserted) {
    List<String> line = new ArrayList<>(List.of(command.split(" ")));
    line.addAll(arguments.subList(0, at));
    line.addAll(inserted);
    line.addAll(arguments.subList(at, arguments.size()));
    return ShellQuoting.join(line);
  }
}
