package dev.bawn.admin.cli;

import dev.bawn.admin.doctor.LimitsExamination;
import dev.bawn.admin.system.LimitUnits;
import dev.bawn.contract.agent.ByteCount;
import dev.bawn.contract.agent.Limits;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.ResourceLimits;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.doctor.Diagnosis;
import dev.bawn.contract.failure.WrongUsage;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The option {@code --limit}: {@code nproc=256,nofile=4096,disk=2G,memory=4G,cpus=1.5,pids=500},
 * each limit optional. The value 0 removes a limit, except {@code nproc} and {@code nofile}.
 */
final class TypedLimits {

  private static final String NAME = "--limit";
  private static final String NONE = "0";
  private static final String SIZE = "expected a size such as 512M or 4G";

  private TypedLimits() {}

  static OptionSpec option() {
    return Parameters.option(
        NAME, "LIMITS", "set limits, for example nproc=256,disk=2G,memory=4G,cpus=1.5,pids=500");
  }

  /** Returns the given limits; the others keep their values. */
  static Limits of(Typed typed, Limits before) {
    String text = typed.value(NAME, "");
    Limits limits = before;
    Set<String> names = new HashSet<>();
    for (String part : text.isEmpty() ? new String[0] : text.split(",")) {
      String name = part.replaceFirst("=.*", "");
      if (!names.add(name)) {
        throw new WrongUsage("the limit '" + name + "' is given twice", "leave out one");
      }
      limits = with(limits, part);
    }
    return limits;
  }

  /** Reports limits with which the agent starts no session: for example, systemd does not run. */
  static void report(Manifest sealed, Surroundings here) throws IOException {
    for (Diagnosis found :
        new LimitsExamination(List.of(sealed), new LimitUnits(here.layout())).look()) {
      Messages.say(here, found.what() + "; run: " + String.join("; ", found.hint()));
    }
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
                ByteCount.of(value).orElseThrow(() -> new IllegalArgumentException(SIZE)),
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
    } catch (WrongUsage e) {
      // names the limit as it was typed: 1K, not 1024
      throw new WrongUsage("'" + part + "' is not a valid limit", e.hint());
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
