package dev.bawn.contract.cli;

import dev.bawn.contract.failure.WrongUsage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * The options and arguments after the name of a subcommand.
 *
 * @param options the result of the parser
 * @param toolWords the arguments after {@code --}, as Java received them: bytes that are not UTF-8
 *     are lost here, so they serve for checks, never for execution (the start stub keeps the
 *     original ones)
 * @param read the arguments as a command interprets them, if it reads them otherwise than they were
 *     typed
 */
public record Typed(ParseResult options, List<String> toolWords, Optional<List<String>> read) {

  public Typed {
    toolWords = List.copyOf(toolWords);
  }

  /** The arguments as they were typed. */
  public Typed(ParseResult options, List<String> toolWords) {
    this(options, toolWords, Optional.empty());
  }

  /** These options with other arguments. */
  public Typed reading(List<String> words) {
    return new Typed(options, toolWords, Optional.of(List.copyOf(words)));
  }

  /**
   * Parses stored arguments like typed ones.
   *
   * @throws WrongUsage if the command does not take them
   */
  public static Typed of(CommandSpec spec, List<String> words) {
    try {
      return new Typed(
          new CommandLine(spec, Parameters.LAZILY)
              .setExpandAtFiles(false)
              .parseArgs(words.toArray(String[]::new)),
          List.of());
    } catch (ParameterException e) {
      throw new WrongUsage(e.getMessage(), "");
    }
  }

  /** The command with its options and arguments, quoted for a shell. */
  public String line() {
    StringBuilder line = new StringBuilder(options.commandSpec().name());
    for (String word : options.originalArgs()) {
      line.append(' ').append(ShellQuoting.exact(word.getBytes(StandardCharsets.UTF_8)));
    }
    return line.toString();
  }

  /**
   * The command line with another argument in the place of one, quoted for a shell.
   *
   * @param number of the argument, without options
   */
  public String lineWith(int number, String instead) {
    List<String> arguments = new ArrayList<>(options.originalArgs());
    Unseparated line = new Unseparated(options.commandSpec(), arguments);
    int at = line.positional(number);
    arguments.set(at, instead);
    if (!toolWords.isEmpty()) {
      arguments.add(Invocation.TOOL_WORDS_FOLLOW);
      arguments.addAll(toolWords);
    }
    return line.line(options.commandSpec().name(), at, List.of());
  }

  /**
   * The correct command line.
   *
   * @param command the program and its subcommand
   * @param number of the argument, without options, before which an argument is missing
   * @param missing that argument
   * @param instead the replacement for the argument with the number
   */
  public String lineWith(String command, int number, String missing, String instead) {
    List<String> arguments = new ArrayList<>(options.originalArgs());
    Unseparated line = new Unseparated(options.commandSpec(), arguments);
    int at = line.positional(number);
    arguments.set(at, instead);
    return line.line(command, at, List.of(missing));
  }

  /**
   * Refuses further arguments than these.
   *
   * @param count of the arguments that the action takes, itself included
   * @throws WrongUsage if there is another one
   */
  public void requireAtMost(int count) {
    if (words().size() > count) {
      throw new WrongUsage(
          "unexpected argument: " + ShellQuoting.join(List.of(words().get(count))),
          "see: " + options.commandSpec().name() + " --help");
    }
  }

  /** Tells whether a flag was given, by its long name with the dashes. */
  public boolean has(String flag) {
    OptionSpec option = options.matchedOption(flag);
    return option != null;
  }

  /** The value of an option; empty if it was not given. */
  public Optional<String> value(String option) {
    return Optional.ofNullable(options.matchedOptionValue(option, null));
  }

  /** The value of an option, or a default if it was not given. */
  public String value(String option, String otherwise) {
    return options.matchedOptionValue(option, otherwise);
  }

  /** The values of an option that may be given more than once, in order. */
  public List<String> values(String option) {
    OptionSpec matched = options.matchedOption(option);
    return matched == null ? List.of() : List.copyOf(matched.stringValues());
  }

  /**
   * The arguments that are not options, in order. The command's own list is read: the list of
   * matches repeats a parameter for each option between its values.
   */
  public List<String> words() {
    return read.orElseGet(() ->
        options.commandSpec().positionalParameters().stream()
            .map(PositionalParamSpec::stringValues)
            .flatMap(List::stream)
            .toList());
  }
}
