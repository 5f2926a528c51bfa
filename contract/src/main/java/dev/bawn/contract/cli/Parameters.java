package dev.bawn.contract.cli;

import dev.bawn.contract.agent.Spelling;
import dev.bawn.contract.failure.NearestMatch;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.WrongUsage;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The kinds of arguments that commands take, each with one line for its help. */
public final class Parameters {

  /** Picocli's own, once something is really to be made. */
  static final IFactory LAZILY =
      new IFactory() {
        @Override
        public <K> K create(Class<K> type) throws Exception {
          return CommandLine.defaultFactory().create(type);
        }
      };

  private Parameters() {}

  /**
   * A command that takes nothing yet. Picocli's own begins by looking for Groovy in the whole jar,
   * which would then have to be opened (4 ms).
   */
  public static CommandSpec command() {
    return CommandSpec.wrapWithoutInspection(null, LAZILY);
  }

  /** A required argument. */
  public static PositionalParamSpec one(String label, String description) {
    return positional(label, description).arity("1").required(true).build();
  }

  /** A word that may be left out. */
  public static PositionalParamSpec optional(String label, String description) {
    return positional(label, description).arity("0..1").build();
  }

  /** The first word, which says what is to be done. */
  public static PositionalParamSpec action(String label, String description) {
    return positional(label, description).index("0").arity("1").required(true).build();
  }

  /** The word after the action, to what it is done; picocli would put it first, as optional. */
  public static PositionalParamSpec object(String label, String description) {
    return positional(label, description).index("1").arity("0..1").build();
  }

  /** The second word, which is required. */
  public static PositionalParamSpec second(String label, String description) {
    return positional(label, description).index("1").arity("1").required(true).build();
  }

  /** The third word, which may be left out. */
  public static PositionalParamSpec third(String label, String description) {
    return positional(label, description).index("2").arity("0..1").build();
  }

  /** The words after the first, as many as there are. */
  public static PositionalParamSpec others(String label, String description) {
    return listOf(positional(label, description).index("1..*").arity("0..*"));
  }

  /** As many words as there are, or none. */
  public static PositionalParamSpec any(String label, String description) {
    return listOf(positional(label, description).arity("0..*"));
  }

  /** One word or more. */
  public static PositionalParamSpec some(String label, String description) {
    return listOf(positional(label, description).arity("1..*").required(true));
  }

  /** Picocli requires a word of such a model only where that is said beside its arity. */
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

  /** An option whose value is one of a few words, which a shell offers. */
  public static OptionSpec option(
      String name, String label, Spelling[] choices, String description) {
    return option(name, label, new Choices(choices), description);
  }

  /**
   * An option with a value that a shell can offer.
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

  /** Gathered when a shell asks, which a start never does. */
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

  /** The same with a short name, too. */
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

  /** Whether a word looks like an option, and is none that the command has. */
  public static boolean isUnknownOption(CommandSpec spec, String word) {
    int equals = word.indexOf('=');
    String name = equals < 0 ? word : word.substring(0, equals);
    return word.startsWith("-") && !spec.optionsMap().containsKey(name);
  }

  /**
   * One of a few words.
   *
   * @param what what is chosen, for the refusal
   * @throws WrongUsage if it is none of them, with the one that was probably meant
   */
  public static <W extends Spelling> W choice(String what, String typed, W[] choices) {
    return Spelling.of(choices, typed).orElseThrow(() -> unknown(what, typed, choices));
  }

  private static WrongUsage unknown(String what, String typed, Spelling[] choices) {
    List<String> words = Arrays.stream(choices).map(Spelling::word).toList();
    String all = "use " + String.join(", ", words);
    return new WrongUsage(
        "unknown " + what + ": '" + Printable.of(typed) + "'",
        NearestMatch.hint(typed, words, all));
  }
}
