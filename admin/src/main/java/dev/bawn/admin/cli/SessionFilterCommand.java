package dev.bawn.admin.cli;

import dev.bawn.admin.linux.CompiledFilter;
import dev.bawn.admin.seccomp.Rule;
import dev.bawn.admin.seccomp.SessionFilter;
import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.WrongUsage;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Writes the seccomp filter that {@code packaging/install} installs beside {@code enter}:
 * session.bpf, with {@code --jit} jit.bpf, with {@code --own} own.bpf, and with {@code --nested}
 * nested.bpf.
 */
final class SessionFilterCommand implements Command {

  @Override
  public CommandSpec spec() {
    return Parameters.command()
        .addOption(Parameters.flag("--jit", "print the filter for agents that have a JIT compiler"))
        .addOption(Parameters.flag("--own", "print the filter for unprivileged sessions"))
        .addOption(Parameters.flag("--nested", "print the filter that permits user namespaces"));
  }

  @Override
  public List<String> examples() {
    return List.of(
        "bawn-admin session-filter >session.bpf", "bawn-admin session-filter --nested >nested.bpf");
  }

  @Override
  public int run(Typed typed, Surroundings here) {
    if (here.terminals().out()) {
      throw new WrongUsage(
          "the filter is binary data, and is not printed on a terminal",
          "write it to a file: bawn-admin session-filter >session.bpf");
    }
    byte[] filter = CompiledFilter.of(rules(typed), SessionFilter.NEWEST_KNOWN_CALL);
    here.out().write(filter, 0, filter.length);
    here.out().flush();
    return 0;
  }

  private static List<Rule> rules(Typed typed) {
    if (typed.has("--nested")) {
      return SessionFilter.nestedRules();
    }
    if (typed.has("--jit")) {
      return SessionFilter.jitRules();
    }
    return typed.has("--own") ? SessionFilter.ownRules() : SessionFilter.rules();
  }
}
