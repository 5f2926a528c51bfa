package dev.bawn.contract.cli;

import dev.bawn.contract.failure.NearestMatch;
import dev.bawn.contract.failure.WrongUsage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** One subcommand with its arguments. */
final class Invocation {

  /** The argument after which all arguments belong to the tool. */
  static final String TOOL_WORDS_FOLLOW = "--";

  /** The option that selects a tool, whose own options follow {@link #TOOL_WORDS_FOLLOW}. */
  private static final String TOOL = "--tool";

  private static final String REMOVE_LATER =
      "leave it out, and remove the session later: bawn destroy NAME";

  private static final String WRITE = "write its output into a file: bawn export %s >FILE";

  private static final String STATUS = "list the changed files: bawn status %s";

  /** Options of other programs for similar commands, with a hint that gets the first argument. */
  private static final Map<String, String> OF_OTHERS =
      Map.ofEntries(
          Map.entry("diff --stat", STATUS),
          Map.entry("diff --name-only", STATUS),
          Map.entry("diff --name-status", STATUS),
          Map.entry("spawn --name", "the first argument names the session: bawn spawn NAME"),
          Map.entry("swarm --name", "the first argument names the sessions: bawn swarm BASE N"),
          Map.entry("launch --no-start", "prepare a session: bawn spawn NAME --no-start"),
          Map.entry("run --dry-run", "print the plan: bawn launch --dry-run"),
          Map.entry("run --rm", "leave it out: bawn run removes its session"),
          Map.entry("spawn --rm", REMOVE_LATER),
          Map.entry("swarm --rm", REMOVE_LATER),
          Map.entry("destroy --yes", "leave it out: bawn destroy asks nothing"),
          Map.entry("export --output", WRITE),
          Map.entry("export -o", WRITE));

  /** The commands that take a command line in place of one that refuses it. */
  private static final Map<String, String> TAKING = Map.of("shell", "launch");

  /** Actions of other programs for similar commands, with a hint. */
  private static final Map<String, String> ACTIONS_OF_OTHERS =
      Map.of(
          "config get", "list the settings: bawn config show",
          "config list", "list the settings: bawn config show",
          "config set", "change a setting: bawn config edit",
          "config unset", "change a setting: bawn config edit");

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

  /** Parses the arguments, checks the user, and runs the command; returns the exit status. */
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
    requireAction(spec, ours);
    requireValues(options);
    subcommand.runs().check(program, words, here);
    return command.run(
        new Typed(options, end < 0 ? List.of() : arguments.subList(end + 1, arguments.size())),
        here);
  }

  /** Refuses an empty value: mostly, a variable of a script is not set. */
  private static void requireValues(ParseResult options) {
    for (OptionSpec option : options.matchedOptions()) {
      if (option.stringValues().contains("")) {
        throw new WrongUsage(
            "the value of " + option.longestName() + " is empty",
            "give a value, or leave the option out");
      }
    }
  }

  private ParseResult parse(CommandSpec spec, List<String> ours, boolean mayFollow) {
    // an argument such as @types/node names a package; the parser must never read a file for it
    CommandLine line = new CommandLine(spec, Parameters.LAZILY).setExpandAtFiles(false);
    try {
      return line.parseArgs(ours.toArray(String[]::new));
    } catch (MissingParameterException e) {
      throw refusal(unknownOption(line, ours).orElse(e));
    } catch (UnmatchedArgumentException e) {
      requireAction(spec, ours);
      throw mayFollow ? unseparated(e, new Unseparated(spec, ours)) : refusal(e);
    } catch (ParameterException e) {
      throw refusal(e);
    }
  }

  /** Requires one of the actions of the command, if its first argument names an action. */
  private void requireAction(CommandSpec spec, List<String> ours) {
    int at = new Unseparated(spec, ours).positional(0);
    if (at < ours.size()) {
      String other = ACTIONS_OF_OTHERS.get(subcommand.name() + " " + ours.get(at));
      Parameters.requireAction(spec, subcommand.name(), ours.get(at), Optional.ofNullable(other));
    }
  }

  /** The refusal of arguments that can belong to a command or a tool, with the line to type. */
  private WrongUsage unseparated(UnmatchedArgumentException e, Unseparated line) {
    WrongUsage refusal = refusal(e);
    List<String> ours = line.arguments();
    int unmatched = ours.indexOf(e.getUnmatched().getFirst());
    int required =
        (int)
            line.spec().positionalParameters().stream()
                .filter(PositionalParamSpec::required)
                .count();
    if (unmatched < 0 || OF_OTHERS.containsKey(subcommand.name() + " " + option(e))) {
      return refusal;
    }
    int first = Math.min(line.positional(required), unmatched);
    boolean isOfTool =
        ours.stream().anyMatch(word -> word.equals(TOOL) || word.startsWith(TOOL + "="));
    int program =
        IntStream.range(first, e.isUnknownOption() ? unmatched : ours.size())
            .filter(at -> !isOfTool && isProgram(ours.get(at)))
            .findFirst()
            .orElse(-1);
    String command = this.program + " " + TAKING.getOrDefault(subcommand.name(), subcommand.name());
    if (!e.isUnknownOption() && required == line.spec().positionalParameters().size()) {
      return new WrongUsage(
          refusal.what(),
          "a command follows --: " + line.line(command, unmatched, List.of(TOOL_WORDS_FOLLOW)));
    }
    if (program >= 0) {
      return new WrongUsage(
          refusal.what(),
          "a command follows --: " + line.line(command, program, List.of(TOOL_WORDS_FOLLOW)));
    }
    if (!e.isUnknownOption()) {
      // no program has such a name, but agents and projects do
      boolean isPlace =
          ours.subList(first, unmatched).stream()
              .anyMatch(word -> word.indexOf('.') >= 0 || word.indexOf('/') >= 0);
      return new WrongUsage(
          refusal.what(),
          "a command follows --: "
              + line.line(command, isPlace ? unmatched : first, List.of(TOOL_WORDS_FOLLOW)));
    }
    if (!line.spec().optionsMap().containsKey(TOOL) || nearest(e).isPresent()) {
      return refusal;
    }
    if (!isOfTool && first < unmatched && isToolName(ours.get(first))) {
      List<String> whole = new ArrayList<>(ours.subList(0, first));
      whole.addAll(List.of(TOOL, ours.get(first), TOOL_WORDS_FOLLOW));
      whole.addAll(ours.subList(first + 1, ours.size()));
      return new WrongUsage(
          refusal.what(),
          "options of a tool follow --: " + command + " " + ShellQuoting.join(whole));
    }
    List<String> missing =
        isOfTool ? List.of(TOOL_WORDS_FOLLOW) : List.of(TOOL, "TOOL", TOOL_WORDS_FOLLOW);
    return new WrongUsage(
        refusal.what(), "options of a tool follow --: " + line.line(command, unmatched, missing));
  }

  /** Tells whether a word can name a tool that is not installed: it is no project and no agent. */
  private boolean isToolName(String word) {
    return word.matches("[a-z][a-z0-9-]*") && !Files.exists(here.directory().resolve(word));
  }

  private boolean isProgram(String word) {
    return word.indexOf('/') >= 0
        ? isExecutable(here.directory().resolve(word))
        : here.searchPath().stream().anyMatch(each -> isExecutable(each.resolve(word)));
  }

  private static boolean isExecutable(Path file) {
    return Files.isRegularFile(file) && Files.isExecutable(file);
  }

  /**
   * The first unknown option: a mistyped one is reported as such, not as an unexpected argument.
   */
  private static Optional<ParameterException> unknownOption(CommandLine line, List<String> ours) {
    for (String word : ours) {
      if (word.length() > 1 && Parameters.isUnknownOption(line.getCommandSpec(), word)) {
        return Optional.of(new UnmatchedArgumentException(line, List.of(word)));
      }
    }
    return Optional.empty();
  }

  private WrongUsage refusal(ParameterException e) {
    return new WrongUsage(sentence(e), hint(e));
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
    if (e instanceof OverwrittenOptionException twice
        && twice.getOverwritten() instanceof OptionSpec option) {
      return option.longestName() + " can be given only once";
    }
    String said = e.getMessage();
    String lower = Character.toLowerCase(said.charAt(0)) + said.substring(1);
    return lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
  }

  private static String option(UnmatchedArgumentException e) {
    return e.getUnmatched().getFirst().replaceFirst("=.*", "");
  }

  private static Optional<String> nearest(UnmatchedArgumentException e) {
    return NearestMatch.to(option(e), e.getCommandLine().getCommandSpec().optionsMap().keySet());
  }

  /** The first argument that is no option, or its label. */
  private String argument(UnmatchedArgumentException e) {
    CommandSpec spec = e.getCommandLine().getCommandSpec();
    List<String> ours = words.subList(1, words.size());
    int at = new Unseparated(spec, ours).positional(0);
    return at < ours.size()
        ? ShellQuoting.join(List.of(ours.get(at)))
        : spec.positionalParameters().getFirst().paramLabel();
  }

  private String hint(ParameterException e) {
    String help = "see: " + program + " " + subcommand.name() + " --help";
    if (e instanceof UnmatchedArgumentException unmatched && unmatched.isUnknownOption()) {
      String other = OF_OTHERS.get(subcommand.name() + " " + option(unmatched));
      return other != null
          ? other.formatted(argument(unmatched))
          : nearest(unmatched).map(near -> "did you mean " + near + "? " + help).orElse(help);
    }
    if (e instanceof MissingParameterException missing
        && missing.getMissing().stream().anyMatch(each -> each.paramLabel().equals("SESSION"))) {
      return "your sessions: " + program + " list; " + help;
    }
    return help;
  }
}
