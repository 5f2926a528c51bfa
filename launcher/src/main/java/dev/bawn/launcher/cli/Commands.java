package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Program;
import dev.bawn.contract.cli.Subcommand;
import java.util.List;

/** The table of what {@code bawn} can do. */
final class Commands {

  private Commands() {}

  static Program program() {
    return new Program(
        "bawn",
        "Starts coding agents inside walls that root sealed and the kernel holds up.",
        subcommands(),
        List.of());
  }

  private static List<Subcommand> subcommands() {
    return List.of();
  }
}
