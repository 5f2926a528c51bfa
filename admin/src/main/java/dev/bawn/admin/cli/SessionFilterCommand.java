package dev.bawn.admin.cli;

import dev.bawn.admin.linux.CompiledFilter;
import dev.bawn.admin.seccomp.SessionFilter;
import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.cli.Words;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** Writes what {@code packaging/install} puts beside {@code enter} as session.bpf. */
final class SessionFilterCommand implements Command {

  @Override
  public CommandSpec spec() {
    return Words.command();
  }

  @Override
  public List<String> examples() {
    return List.of("bawn-admin session-filter >session.bpf");
  }

  @Override
  public int run(Typed typed, Surroundings here) {
    byte[] filter = CompiledFilter.of(SessionFilter.rules(), SessionFilter.NEWEST_KNOWN_CALL);
    here.out().write(filter, 0, filter.length);
    here.out().flush();
    return 0;
  }
}
