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
 * @param options what the parser made of it
 * @param toolWords the words after {@code --}, as Java received them: bytes that are not UTF-8 are
 *     lost here, so they serve to look at, never to run (the start stub keeps the real ones)
 * @param read what the words mean, where a command has read them otherwise than they were typed
 */
public record Typed(ParseResult options, List<String> toolWords, Optional<List<String>> read) {

  public Typed {
    toolWords = List.copyOf(toolWords);
  }

  /** As they were typed. */
  public Typed(ParseResult options, List<String> toolWords) {
    this(options, toolWords, Optional.empty());
  }

  /** The same with other words. */
  public Typed reading(List<String> words) {
    return new Typed(options, toolWords, Optional.of(List.copyOf(words)));
  }

  /**
   * Words that were written down, as if they had been typed.
   *
   * @throws WrongUsage if they are none of what the command takes
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

  /** The command with its options and arguments, as a shell reads them. */
  public String line() {
    StringBuilder line = new StringBuilder(options.commandSpec().name());
    for (String word : options.originalArgs()) {
      line.append(' ').append(ShellQuoting.exact(word.getBytes(StandardCharsets.UTF_8)));
    }
    return line.toString();
  }

  /**
   * The line to type instead.
   *
   * @param command the program and its subcommand
   * @param number of the argument, without options, before which an argument is missing
   * @param missing that argument
   * @param instead what to type in place of the one with the number
   */
  public String lineWith(String command, int number, String missing, String instead) {
    List<String> arguments = new ArrayList<>(options.originalArgs());
    Unseparated line = new Unseparated(options.commandSpec(), arguments);
    int at = line.positional(number);
    arguments.set(at, instead);
    return line.line(command, at, List.of(missing));
  }

  /** Whether a flag was given, by its long name with the dashes. */
  public boolean has(String flag) {
    OptionSpec option = options.matchedOption(flag);
    return option != null;
  }

  /** The value of an option, or what to take when it was not given. */
  public String value(String option, String otherwise) {
    return options.matchedOptionValue(option, otherwise);
  }

  /** The values of an option that may be given more than once, in order. */
  public List<String> values(String option) {
    OptionSpec matched = options.matchedOption(option);
    return matched == null ? List.of() : List.copyOf(matched.stringValues());
  }

  /**
   * The words that are not options, in order. Asked of the command's own list: that of what matched
   * has a parameter again for each option between its words, every time with all of them.
   */
  public List<String> words() {
    return read.orElseGet(() ->
        options.commandSpec().positionalParameters().stream()
            .map(PositionalParamSpec::stringValues)
            .flatMap(List::stream)
            .toList());
  }
}
