package dev.bawn.launcher.cli;

import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The kinds of words that the commands of this program take. */
final class Options {

  private Options() {}

  /** A word that may be left out. */
  static PositionalParamSpec optional(String label, int index, String description) {
    return PositionalParamSpec.builder()
        .paramLabel(label)
        .index(Integer.toString(index))
        .arity("0..1")
        .description(description)
        .build();
  }

  /** An option without a value. */
  static OptionSpec flag(String name, String description) {
    return OptionSpec.builder(name).description(description).build();
  }

  /** An option with a value. */
  static OptionSpec value(String name, String label, String description) {
    return OptionSpec.builder(name)
        .paramLabel(label)
        .arity("1")
        .type(String.class)
        .description(description)
        .build();
  }
}
