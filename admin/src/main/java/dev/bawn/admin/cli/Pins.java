package dev.bawn.admin.cli;

import dev.bawn.contract.agent.Pin;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.cli.Words;
import java.util.Optional;
import picocli.CommandLine.Model.OptionSpec;

/** The option {@code --pin warn|strict}. */
final class Pins {

  private static final String NAME = "--pin";

  private Pins() {}

  static OptionSpec option(String description) {
    return Words.option(NAME, "warn|strict", Pin.values(), description);
  }

  /** What was typed, if it was. */
  static Optional<Pin> of(Typed typed) {
    return typed.has(NAME)
        ? Optional.of(Words.choice("pin", typed.value(NAME, ""), Pin.values()))
        : Optional.empty();
  }
}
