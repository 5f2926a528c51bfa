package dev.bawn.admin.cli;

import dev.bawn.contract.agent.Pin;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Typed;
import java.util.Optional;
import picocli.CommandLine.Model.OptionSpec;

/** The option {@code --pin warn|strict}. */
final class Pins {

  private static final String NAME = "--pin";

  private Pins() {}

  static OptionSpec option(String description) {
    return Parameters.option(NAME, "warn|strict", Pin.values(), description);
  }

  /** Returns the option that was given; empty if none was. */
  static Optional<Pin> of(Typed typed) {
    return typed.value(NAME).map(word -> Parameters.value(NAME, word, Pin.values()));
  }
}
