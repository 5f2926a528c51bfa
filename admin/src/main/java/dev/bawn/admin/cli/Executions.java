package dev.bawn.admin.cli;

import dev.bawn.contract.agent.Execution;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.WrongUsage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import picocli.CommandLine.Model.OptionSpec;

/** The options {@code --compiled}, {@code --jit} and {@code --no-compiled}. */
final class Executions {

  private static final String COMPILED = "--compiled";
  private static final String JIT = "--jit";
  private static final String SIGNED = "--no-compiled";

  private static final SortedMap<String, Execution> BY_OPTION =
      new TreeMap<>(
          Map.of(COMPILED, Execution.COMPILED, JIT, Execution.JIT, SIGNED, Execution.SIGNED));

  private Executions() {}

  static OptionSpec compiled() {
    return Parameters.flag(
        COMPILED,
        "let the agent execute files that it writes, except those in /tmp and /var/tmp;"
            + " not together with --jit");
  }

  static OptionSpec jit() {
    return Parameters.flag(
        JIT,
        "let allowed programs make machine code in memory, as a JIT compiler does; not"
            + " together with --compiled");
  }

  static OptionSpec signed() {
    return Parameters.flag(
        SIGNED,
        "withdraw --compiled and --jit: let the agent execute only programs that root allowed");
  }

  /** Returns the option that was given; empty if none was. */
  static Optional<Execution> of(Typed typed) {
    List<String> asked = BY_OPTION.keySet().stream().filter(typed::has).toList();
    if (asked.size() > 1) {
      throw new WrongUsage(
          String.join(" and ", asked) + " cannot be used together", "give one of them");
    }
    return asked.stream().findFirst().map(BY_OPTION::get);
  }
}
