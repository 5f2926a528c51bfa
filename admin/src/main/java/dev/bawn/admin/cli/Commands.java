package dev.bawn.admin.cli;

import dev.bawn.contract.cli.Program;
import dev.bawn.contract.cli.Runs;
import dev.bawn.contract.cli.Subcommand;
import java.util.List;

/** The table of what {@code bawn-admin} can do. */
final class Commands {

  private Commands() {}

  static Program program() {
    return new Program(
        "bawn-admin",
        "Creates agents, builds their walls and seals both. For root.",
        subcommands(),
        List.of());
  }

  private static List<Subcommand> subcommands() {
    return List.of(
        new Subcommand(
            "session-filter",
            "print the system call filter of sealed sessions, for the install script",
            Runs.AS_ANYONE,
            SessionFilterCommand::new));
  }
}
