package dev.bawn.contract.cli;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The data for the completion of one subcommand in a shell, from the same model as its help. The
 * label in the help determines the candidates: {@code AGENT} is the name of an agent, {@code
 * AGENT|PROJECT} of either, {@code warn|strict} are the words themselves. If the help has no space
 * for the words, they are picocli's candidates.
 *
 * @param name of the subcommand
 * @param summary of the subcommand
 * @param options that it takes
 * @param words the label of each argument that is no option; the last one again for any that
 *     follow, if {@code repeats}
 * @param repeats whether more arguments may follow
 */
record Completable(
    String name, String summary, List<Option> options, List<String> words, boolean repeats) {

  Completable {
    options = List.copyOf(options);
    words = List.copyOf(words);
  }

  /**
   * An option.
   *
   * @param name with its dashes
   * @param label of its value; empty if it takes none
   * @param description in its help
   */
  record Option(String name, String label, String description) {}

  /** The subcommands of a program, without those that only its own scripts use. */
  static List<Completable> of(Program program) {
    return program.subcommands().stream()
        .filter(each -> !each.name().equals("session-filter"))
        .map(each -> of(program, each))
        .toList();
  }

  private static Completable of(Program program, Subcommand subcommand) {
    CommandSpec spec = Help.complete(program.name(), subcommand, subcommand.command().get());
    List<Option> options = new ArrayList<>();
    for (OptionSpec option : spec.options()) {
      String label = option.arity().max() > 0 ? label(option) : "";
      options.add(new Option(option.longestName(), label, String.join(" ", option.description())));
    }
    List<String> words = new ArrayList<>();
    boolean repeats = false;
    boolean eitherOrder = isEitherOrder(spec.positionalParameters());
    for (PositionalParamSpec word : spec.positionalParameters()) {
      words.addAll(
          word.completionCandidates() == null
              ? List.of(word.paramLabel().split(" "))
              : List.of(String.join("|", word.completionCandidates())));
      repeats = word.arity().max() > 1;
    }
    if (subcommand.name().equals("tool")) {
      words.replaceAll(label -> label.equals("NAME") ? "TOOL" : label);
    }
    // a path as an argument, not as the value of an option, is one that a session changed
    words.replaceAll(label -> label.equals("PATH") ? "CHANGE" : label);
    if (eitherOrder) {
      words.replaceAll(label -> "AGENT|PROJECT");
    }
    if (subcommand.name().equals("help")) {
      words.replaceAll(label -> String.join("|", names(program)));
    }
    return new Completable(
        subcommand.name(),
        subcommand.summary(),
        Collections.unmodifiableList(options),
        words,
        repeats);
  }

  private static List<String> names(Program program) {
    return program.subcommands().stream().map(Subcommand::name).toList();
  }

  /**
   * Tells whether agent and project may be in either order: both are optional, and recognized by
   * their values.
   */
  private static boolean isEitherOrder(List<PositionalParamSpec> words) {
    List<String> labels = words.stream().map(PositionalParamSpec::paramLabel).toList();
    return labels.equals(List.of("AGENT", "PROJECT")) && words.getFirst().arity().min() == 0;
  }

  private static String label(OptionSpec option) {
    return option.completionCandidates() == null
        ? option.paramLabel()
        : String.join("|", option.completionCandidates());
  }

  /** Text between single quotes, for any of the shells. */
  static String quoted(String text) {
    return "'" + text.replace("'", "’") + "'";
  }
}
