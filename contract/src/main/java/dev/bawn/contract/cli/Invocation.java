package dev.bawn.contract.cli;

import dev.bawn.contract.failure.NearestMatch;
import dev.bawn.contract.failure.WrongUsage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** One subcommand, as it was typed. */
final class Invocation {

  /** What comes after it is none of ours. */
  static final String TOOL_WORDS_FOLLOW = "--";

  private final String program;
  private final Subcommand subcommand;
  private final List<String> words;
  private final Surroundings here;

  Invocation(String program, Subcommand subcommand, List<String> words, Surroundings here) {
    this.program = program;
    this.subcommand = subcommand;
    this.words = words;
    this.here = here;
  }

  /** Parses, checks the user, and runs; the exit status. */
  int run() throws IOException {
    Command command = subcommand.command().get();
    List<String> arguments = words.subList(1, words.size());
    int end = command.takesToolWords() ? arguments.indexOf(TOOL_WORDS_FOLLOW) : -1;
    List<String> ours = end < 0 ? arguments : arguments.subList(0, end);
    CommandSpec spec = Help.complete(program, subcommand, command, command.spec(ours));
    ParseResult options = parse(spec, ours, command.takesToolWords() && end < 0);
    if (options.isUsageHelpRequested()) {
      here.out().print(Help.of(spec, here));
      return 0;
    }
    subcommand.runs().check(program, words, here);
    return command.run(
        new Typed(options, end < 0 ? List.of() : arguments.subList(end + 1, arguments.size())),
        here);
  }

  private ParseResult parse(CommandSpec spec, List<String> ours, boolean mayFollow) {
    // A word like @types/node names a package; it must never make the parser read a file.
    CommandLine line = new CommandLine(spec, Parameters.LAZILY).setExpandAtFiles(false);
    try {
      return line.parseArgs(ours.toArray(String[]::new));
    } catch (MissingParameterException e) {
      throw refusal(unknownOption(line, ours).orElse(e));
    } catch (UnmatchedArgumentException e) {
      WrongUsage refusal = refusal(e);
      if (!mayFollow || e.isUnknownOption()) {
        throw refusal;
      }
      String typed = withCommand(spec, ours, e.getUnmatched().getFirst());
      throw new WrongUsage(refusal.what(), "a command follows --: " + typed);
    } catch (ParameterException e) {
      throw refusal(e);
    }
  }

  /**
   * The line with {@code --} before the first word that can belong to a command.
   *
   * @param unmatched the first argument that was not expected
   */
  private String withCommand(CommandSpec spec, List<String> ours, String unmatched) {
    long required =
        spec.positionalParameters().stream().filter(PositionalParamSpec::required).count();
    int at = 0;
    while (at < ours.size() && (ours.get(at).startsWith("-") || required-- > 0)) {
      at++;
    }
    List<String> rest = ours.subList(at, ours.size());
    int programs = rest.stream().filter(this::isProgram).findFirst().map(rest::indexOf).orElse(-1);
    if (programs >= 0) {
      at += programs;
    } else if (!rest.isEmpty()
        && (rest.getFirst().indexOf('.') >= 0 || rest.getFirst().indexOf('/') >= 0)) {
      // no program is called so, but agents and projects are
      at = ours.indexOf(unmatched);
    }
    List<String> line = new ArrayList<>(List.of(program, subcommand.name()));
    line.addAll(ours.subList(0, at));
    line.add(TOOL_WORDS_FOLLOW);
    line.addAll(ours.subList(at, ours.size()));
    return ShellQuoting.join(line);
  }

  private boolean isProgram(String word) {
    return Arrays.stream(here.environment().getOrDefault("PATH", "").split(":"))
        .anyMatch(directory ->
            word.indexOf('/') < 0
                && directory.startsWith("/")
                && Files.isExecutable(Path.of(directory, word))
                && !Files.isDirectory(Path.of(directory, word)));
  }

  /** A mistyped option is reported as such, not as an unexpected argument. */
  private static Optional<ParameterException> unknownOption(CommandLine line, List<String> ours) {
    for (String word : ours) {
      if (word.length() > 1 && Parameters.isUnknownOption(line.getCommandSpec(), word)) {
        return Optional.of(new UnmatchedArgumentException(line, List.of(word)));
      }
    }
    return Optional.empty();
  }

  private WrongUsage refusal(ParameterException e) {
    return new WrongUsage(sentence(e), mend(e));
  }

  private static String sentence(ParameterException e) {
    if (e instanceof UnmatchedArgumentException unmatched && !unmatched.isUnknownOption()) {
      return "unexpected argument: " + ShellQuoting.join(unmatched.getUnmatched());
    }
    if (e instanceof UnmatchedArgumentException unmatched) {
      return "unknown option: " + ShellQuoting.join(List.of(unmatched.getUnmatched().getFirst()));
    }
    if (e instanceof MissingParameterException missing && missing.getMissing().size() == 1) {
      return "missing argument: " + missing.getMissing().getFirst().paramLabel();
    }
    String said = e.getMessage();
    String lower = Character.toLowerCase(said.charAt(0)) + said.substring(1);
    return lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
  }

  private String mend(ParameterException e) {
    String help = "see: " + program + " " + subcommand.name() + " --help";
    if (e instanceof UnmatchedArgumentException unmatched && unmatched.isUnknownOption()) {
      String typed = unmatched.getUnmatched().getFirst().replaceFirst("=.*", "");
      return NearestMatch.hint(
          typed, unmatched.getCommandLine().getCommandSpec().optionsMap().keySet(), help);
    }
    if (e instanceof MissingParameterException missing
        && missing.getMissing().stream().anyMatch(each -> each.paramLabel().equals("SESSION"))) {
      return "your sessions: " + program + " list; " + help;
    }
    return help;
  }
}
