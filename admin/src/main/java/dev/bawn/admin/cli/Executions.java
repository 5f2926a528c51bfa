package dev.bawn.admin.cli;

import dev.bawn.contract.agent.Execution;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.WrongUsage;
import java.util.Optional;
import picocli.CommandLine.Model.OptionSpec;

/** The options {@code --compiled} and {@code --no-compiled}. */
final class Executions {

  private static final String COMPILED = "--compiled";
  private static final String SIGNED = "--no-compiled";

  private Executions() {}

  static OptionSpec compiled() {
    return Parameters.flag(
        COMPILED, "let the agent execute files that it writes in its home and scratch directories");
  }

  static OptionSpec signed() {
    return Parameters.flag(SIGNED, "execute only programs that root allowed (the default)");
  }

  /** What was typed, if it was. */
  static Optional<Execution> of(Typed typed) {
    if (typed.has(COMPILED) && typed.has(SIGNED)) {
      throw new WrongUsage(COMPILED + " and " + SIGNED + " exclude each other", "leave out one");
    }
    if (typed.has(COMPILED)) {
      return Optional.of(Execution.COMPILED);
    }
    return typed.has(SIGNED) ? Optional.of(Execution.SIGNED) : Optional.empty();
  }
}
