package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Program;
import dev.bawn.contract.cli.Runs;
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
    return List.of(
        new Subcommand(
            "launch",
            "start an agent on one of its projects",
            Runs.AS_YOURSELF,
            () -> new LaunchCommand(Gate::onSystem)),
        new Subcommand(
            "shell",
            "look around inside an agent's walls",
            Runs.AS_YOURSELF,
            () -> new ShellCommand(Gate::onSystem)),
        new Subcommand(
            "verify",
            "check every link from root's signature to the kernel",
            Runs.AS_ANYONE,
            () -> new VerifyCommand(Gate::onSystem)),
        new Subcommand(
            "agents",
            "list the agents that are yours",
            Runs.AS_ANYONE,
            () -> new AgentsCommand(Gate::onSystem)));
  }
}
