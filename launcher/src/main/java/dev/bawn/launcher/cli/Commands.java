package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Program;
import dev.bawn.contract.cli.Runs;
import dev.bawn.contract.cli.Subcommand;
import dev.bawn.contract.cli.Surroundings;
import java.util.List;
import java.util.function.Function;

/** The table of what {@code bawn} can do. */
final class Commands {

  private Commands() {}

  static Program program() {
    return program(Gate::onSystem);
  }

  /** With another way through, for who does not work on the running system. */
  static Program program(Function<Surroundings, Gate> gate) {
    return new Program(
        "bawn",
        "Starts coding agents inside walls that the kernel holds up: sealed by root, or your own.",
        subcommands(gate),
        List.of(),
        BawnManual::text);
  }

  private static List<Subcommand> subcommands(Function<Surroundings, Gate> gate) {
    return List.of(
        new Subcommand(
            "launch",
            "start an agent, or a tool under your own uid, on a project",
            Runs.AS_YOURSELF,
            () -> new LaunchCommand(gate)),
        new Subcommand(
            "shell",
            "look around inside the same walls",
            Runs.AS_YOURSELF,
            () -> new ShellCommand(gate)),
        new Subcommand(
            "resume",
            "go on with an earlier session of your own",
            Runs.AS_YOURSELF,
            () -> new ResumeCommand(gate)),
        new Subcommand(
            "exec",
            "run one more command, or a shell, in a session of your own",
            Runs.AS_YOURSELF,
            () -> new ExecCommand(gate)),
        new Subcommand(
            "verify",
            "check every link from root's signature to the kernel",
            Runs.AS_ANYONE,
            () -> new VerifyCommand(gate)),
        new Subcommand(
            "env",
            "keep the API keys that tools read",
            Runs.AS_YOURSELF,
            () -> new EnvCommand(gate)),
        new Subcommand("list", "list your own sessions", Runs.AS_YOURSELF, ListCommand::new),
        new Subcommand("info", "everything about one of them", Runs.AS_YOURSELF, InfoCommand::new),
        new Subcommand("status", "what a session changed", Runs.AS_YOURSELF, StatusCommand::new),
        new Subcommand("diff", "the same, line by line", Runs.AS_YOURSELF, DiffCommand::new),
        new Subcommand("export", "the same, as a patch", Runs.AS_YOURSELF, ExportCommand::new),
        new Subcommand(
            "destroy", "remove a session and what it wrote", Runs.AS_YOURSELF, DestroyCommand::new),
        new Subcommand(
            "home", "the homes that your sessions see", Runs.AS_YOURSELF, HomeCommand::new),
        new Subcommand(
            "tools",
            "what bawn knows about agent tools",
            Runs.AS_ANYONE,
            () -> new ToolsCommand(gate)),
        new Subcommand(
            "config",
            "what holds for your own sessions, and who said so",
            Runs.AS_YOURSELF,
            ConfigCommand::new),
        new Subcommand(
            "trust",
            "let a project's .bawn.toml count, as it is now",
            Runs.AS_YOURSELF,
            TrustCommand::new),
        new Subcommand(
            "agents",
            "list the agents that are yours",
            Runs.AS_ANYONE,
            () -> new AgentsCommand(gate)),
        new Subcommand(
            "why",
            "why something fails: for an agent, or in a session of your own",
            Runs.AS_ANYONE,
            () -> new WhyCommand(gate)),
        new Subcommand(
            "doctor",
            "what is wrong with this machine, and how to mend it",
            Runs.AS_ANYONE,
            () -> new DoctorCommand(gate)));
  }
}
