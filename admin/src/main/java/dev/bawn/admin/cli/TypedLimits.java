package dev.bawn.admin.cli;

import dev.bawn.contract.agent.ByteCount;
import dev.bawn.contract.agent.Limits;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.WrongUsage;
import picocli.CommandLine.Model.OptionSpec;

/** The option {@code --limit}: {@code nproc=256,nofile=4096,disk=2G}, each limit optional. */
final class TypedLimits {

  private static final String NAME = "--limit";

  private TypedLimits() {}

  static OptionSpec option() {
    return Parameters.option(
        NAME, "LIMITS", "set limits, for example nproc=256,nofile=4096,disk=2G");
  }

  /** Returns the given limits; the others keep their values. */
  static Limits of(Typed typed, Limits before) {
    String text = typed.value(NAME, "");
    Limits limits = before;
    for (String part : text.isEmpty() ? new String[0] : text.split(",")) {
      limits = with(limits, part);
    }
    return limits;
  }

  private static Limits with(Limits before, String part) {
    int at = part.indexOf('=') + 1;
    String value = part.substring(at);
    try {
      return switch (part.substring(0, at)) {
        case "nproc=" -> new Limits(Integer.parseInt(value), before.nofile(), before.disk());
        case "nofile=" -> new Limits(before.nproc(), Integer.parseInt(value), before.disk());
        case "disk=" ->
            new Limits(
                before.nproc(),
                before.nofile(),
                ByteCount.of(value).orElseThrow(NumberFormatException::new));
        default -> throw new NumberFormatException();
      };
    } catch (NumberFormatException e) {
      throw new WrongUsage(
          "'" + part + "' is not a valid limit",
          "for example: --limit nproc=256,nofile=4096,disk=2G");
    }
  }
}
