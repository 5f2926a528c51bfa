package dev.bawn.admin.cli;

import dev.bawn.contract.agent.ByteCount;
import dev.bawn.contract.agent.Limits;
import dev.bawn.contract.agent.ResourceLimits;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.WrongUsage;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The option {@code --limit}: {@code nproc=256,nofile=4096,disk=2G,memory=4G,cpus=1.5,pids=500},
 * each limit optional. The value 0 removes a limit, except {@code nproc} and {@code nofile}.
 */
final class TypedLimits {

  private static final String NAME = "--limit";
  private static final String NONE = "0";

  private TypedLimits() {}

  static OptionSpec option() {
    return Parameters.option(
        NAME, "LIMITS", "set limits, for example nproc=256,disk=2G,memory=4G,cpus=1.5,pids=500");
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
    String name = part.substring(0, at);
    String value = part.substring(at);
    try {
      return switch (name) {
        case "nproc=" ->
            new Limits(Integer.parseInt(value), before.nofile(), before.disk(), before.together());
        case "nofile=" ->
            new Limits(before.nproc(), Integer.parseInt(value), before.disk(), before.together());
        case "disk=" ->
            new Limits(
                before.nproc(),
                before.nofile(),
                ByteCount.of(value).orElseThrow(NumberFormatException::new),
                before.together());
        default ->
            new Limits(
                before.nproc(),
                before.nofile(),
                before.disk(),
                together(before.together(), name, value));
      };
    } catch (NumberFormatException e) {
      throw new WrongUsage(
          "'" + part + "' is not a valid limit",
          "for example: --limit nproc=256,nofile=4096,disk=2G,memory=4G,cpus=1.5,pids=500");
    } catch (IllegalArgumentException e) {
      throw new WrongUsage("'" + part + "' is not a valid limit", e.getMessage());
    }
  }

  private static ResourceLimits together(ResourceLimits before, String name, String value) {
    boolean isNone = value.equals(NONE);
    return switch (name) {
      case "memory=" ->
          new ResourceLimits(
              isNone ? 0 : ResourceLimits.memory(value), before.cpus(), before.pids());
      case "cpus=" ->
          new ResourceLimits(
              before.memory(), isNone ? 0 : ResourceLimits.cpus(value), before.pids());
      case "pids=" ->
          new ResourceLimits(
              before.memory(), before.cpus(), isNone ? 0 : ResourceLimits.pids(value));
      default -> throw new NumberFormatException();
    };
  }
}
