package dev.bawn.admin.cli;

import dev.bawn.contract.agent.Limits;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.WrongUsage;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.OptionSpec;

/** The option {@code --limit}: {@code nproc=256,nofile=4096,disk=2G}, each of them optional. */
final class TypedLimits {

  private static final String NAME = "--limit";
  private static final Pattern SIZE = Pattern.compile("([0-9]{1,18})([KMG]?)");

  private TypedLimits() {}

  static OptionSpec option() {
    return Parameters.option(
        NAME, "LIMITS", "set limits, for example nproc=256,nofile=4096,disk=2G");
  }

  /** What was typed; the others stay as before. */
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
        case "disk=" -> new Limits(before.nproc(), before.nofile(), size(value));
        default -> throw new NumberFormatException();
      };
    } catch (NumberFormatException e) {
      throw new WrongUsage(
          "'" + part + "' is not a valid limit",
          "for example: --limit nproc=256,nofile=4096,disk=2G");
    }
  }

  /** In bytes, or with K, M or G for 1024, 1024² or 1024³. */
  private static long size(String text) {
    Matcher size = SIZE.matcher(text);
    if (!size.matches()) {
      throw new NumberFormatException();
    }
    long unit =
        switch (size.group(2)) {
          case "K" -> 1L << 10;
          case "M" -> 1L << 20;
          case "G" -> 1L << 30;
          default -> 1;
        };
    try {
      return Math.multiplyExact(Long.parseLong(size.group(1)), unit);
    } catch (ArithmeticException e) {
      throw new NumberFormatException();
    }
  }
}
