package dev.bawn.contract.cli;

import dev.bawn.contract.agent.Spelling;
import dev.bawn.contract.failure.NearestMatch;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.WrongUsage;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The kinds of arguments that commands take, each with one line for its help. */
public final class Parameters {

  /** Marks the argument that names an action. picocli formats a description at each reading. */
  private static final String ACTION = "action";

  /** A factory that creates picocli's default factory only on use. */
  static final IFactory LAZILY =
      new IFactory() {
        @Override
        public <K> K create(Class<K> type) throws Exception {
          return CommandLine.defaultFactory().create(type);
        }
      };

  private Parameters() {}

  /**
   * A command without parameters. The default factory of picocli searches the whole jar for Groovy,
   * which would then have to be opened (4 ms).
   */
  public static CommandSpec command() {
    return CommandSpec.wrapWithoutInspection(null, LAZILY);
  }

  /** A required argument. */
  public static PositionalParamSpec one(String label, String description) {
    return positional(label, description).arity("1").required(true).build();
  }

  /** An optional argument. */
  public static PositionalParamSpec optional(String label, String description) {
    return positional(label, description).arity("0..1").build();
  }

  /**
   * The first argument, which names the action.
   *
   * @param label the actions, separated by {@code |}
   */
  public static PositionalParamSpec action(String label) {
    return action(label, "the action");
  }

  /** The same with another description, for actions whose names do not explain them. */
  public static PositionalParamSpec action(String label, String description) {
    return positional(label, description)
        .index("0")
        .arity("1")
        .required(true)
        .userObject(ACTION)
        .build();
  }

  /** The first argument, which is required. */
  public static PositionalParamSpec first(String label, String description) {
    return positional(label, description).index("0").arity("1").required(true).build();
  }

  /**
   * As {@link #first(String, String)}, with other candidates in a shell than its label.
   *
   * @param candidates labels as {@link Completable} knows them
   */
  public static PositionalParamSpec first(
      String label, Iterable<String> candidates, String description) {
    return positional(label, description)
        .index("0")
        .arity("1")
        .required(true)
        .completionCandidates(candidates)
        .build();
  }

  /**
   * The argument after the action, which names its object; picocli would put it first, since it is
   * optional.
   */
  public static PositionalParamSpec object(String label, String description) {
    return positional(label, description).index("1").arity("0..1").build();
  }

  /** The second argument, which is required. */
  public static PositionalParamSpec second(String label, String description) {
    return positional(label, description).index("1").arity("1").required(true).build();
  }

  /** The third argument, which is optional. */
  public static PositionalParamSpec third(String label, String description) {
    return positional(label, description).index("2").arity("0..1").build();
  }

  /** The fourth argument, which is optional. */
  public static PositionalParamSpec fourth(String label, String description) {
    return positional(label, description).index("3").arity("0..1").build();
  }

  /** An argument that no help names, because the command refuses it with a hint of its own. */
  public static PositionalParamSpec unwanted(int index) {
    return positional("", "").index(Integer.toString(index)).arity("0..1").hidden(true).build();
  }

  /** All arguments after the first. */
  public static PositionalParamSpec others(String label, String description) {
    return listOf(positional(label, description).index("1..*").arity("0..*"));
  }

  /** Any number of arguments. */
  public static PositionalParamSpec any(String label, String description) {
    return listOf(positional(label, description).arity("0..*"));
  }

  /** At least one argument. */
  public static PositionalParamSpec some(String label, String description) {
    return listOf(positional(label, description).arity("1..*").required(true));
  }

  /**
   * A builder. Picocli requires an argument only if the model is marked as required, in addition to
   * its arity.
   */
  private static PositionalParamSpec.Builder positional(String label, String description) {
    return PositionalParamSpec.builder().paramLabel(label).description(description);
  }

  private static PositionalParamSpec listOf(PositionalParamSpec.Builder words) {
    return words.type(List.class).auxiliaryTypes(String.class).build();
  }

  /** An option without a value. */
  public static OptionSpec flag(String name, String description) {
    return OptionSpec.builder(name).description(description).build();
  }

  /** An option with a value. */
  public static OptionSpec option(String name, String label, String description) {
    return valued(name, label, description).build();
  }

  /** An option whose value is one of a few words, which a shell completes. */
  public static OptionSpec option(
      String name, String label, Spelling[] choices, String description) {
    return option(name, label, new Choices(choices), description);
  }

  /**
   * An option with a value that a shell can complete.
   *
   * @param candidates words, or labels as {@link Completable} knows them
   */
  public static OptionSpec option(
      String name, String label, Iterable<String> candidates, String description) {
    return valued(name, label, description).completionCandidates(candidates).build();
  }

  private static OptionSpec.Builder valued(String name, String label, String description) {
    return OptionSpec.builder(name)
        .paramLabel(label)
        .arity("1")
        .type(String.class)
        .description(description);
  }

  /** The words, collected only for a completion, never at a start. */
  private record Choices(Spelling[] words) implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(words).map(Spelling::word).iterator();
    }
  }

  /** An option with a value that may be given again. */
  public static OptionSpec repeatable(String name, String label, String description) {
    return repeated(OptionSpec.builder(name), label, description);
  }

  /** As {@link #repeatable(String, String, String)}, with a short name, too. */
  public static OptionSpec repeatable(
      String shortName, String name, String label, String description) {
    return repeated(OptionSpec.builder(shortName, name), label, description);
  }

  private static OptionSpec repeated(OptionSpec.Builder option, String label, String description) {
    return option
        .paramLabel(label)
        .arity("1")
        .type(List.class)
        .auxiliaryTypes(String.class)
        .description(description)
        .build();
  }

  /** Tells whether an argument looks like an option that the command does not have. */
  public static boolean isUnknownOption(CommandSpec spec, String word) {
    int equals = word.indexOf('=');
    String name = equals < 0 ? word : word.substring(0, equals);
    return word.startsWith("-") && !spec.optionsMap().containsKey(name);
  }

  /**
   * Parses one of a few words.
   *
   * @param what the kind of word, for the refusal
   * @throws WrongUsage if it is none of them, with the most similar one
   */
  public static <W extends Spelling> W choice(String what, String typed, W[] choices) {
    return Spelling.of(choices, typed).orElseThrow(() -> unknown(what, typed, choices));
  }

  /** As {@link #choice}, for the value of an option or a setting of this name. */
  public static <W extends Spelling> W value(String name, String typed, W[] choices) {
    return choice("value of " + name, typed, choices);
  }

  /**
   * Requires an action of a command, if its first argument names one.
   *
   * @param typed the first argument
   * @param hint in addition to the list of actions
   * @throws WrongUsage if it is none of them
   */
  static void requireAction(CommandSpec spec, String command, String typed, Optional<String> hint) {
    List<PositionalParamSpec> arguments = spec.positionalParameters();
    if (arguments.isEmpty() || !ACTION.equals(arguments.getFirst().userObject())) {
      return;
    }
    List<String> actions = List.of(arguments.getFirst().paramLabel().split("\\|"));
    if (!actions.contains(typed)) {
      WrongUsage unknown = unknown("action of " + command, typed, actions);
      throw hint.isEmpty()
          ? unknown
          : new WrongUsage(unknown.what(), unknown.hint() + "; " + hint.get());
    }
  }

  private static WrongUsage unknown(String what, String typed, Spelling[] choices) {
    return unknown(what, typed, Arrays.stream(choices).map(Spelling::word).toList());
  }

  private static WrongUsage unknown(String what, String typed, List<String> words) {
    String all = "use " + String.join(", ", words);
    return new WrongUsage(
        "unknown " + what + ": '" + Printable.of(typed) + "'",
        NearestMatch.hint(typed, words, all));
  }
}
