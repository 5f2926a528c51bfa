package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Program;
import dev.bawn.contract.cli.Runs;
import dev.bawn.contract.cli.Subcommand;
import dev.bawn.contract.cli.Surroundings;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

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
        BawnManual::text);
  }

  private static List<Subcommand> subcommands(Function<Surroundings, Gate> gate) {
    return List.of(
        yours(
            "launch",
            "start an agent, or a tool under your own uid, on a project",
            () -> new LaunchCommand(gate)),
        yours("shell", "look around inside the same walls", () -> new ShellCommand(gate)),
        yours("resume", "go on with an earlier session of your own", () -> new ResumeCommand(gate)),
        yours(
            "exec",
            "run one more command, or a shell, in a session of your own",
            () -> new ExecCommand(gate)),
        anyones(
            "verify",
            "check every link from root's signature to the kernel",
            () -> new VerifyCommand(gate)),
        yours("env", "keep the API keys that tools read", () -> new EnvCommand(gate)),
        yours("list", "list your own sessions", ListCommand::new),
        yours("info", "everything about one of them", InfoCommand::new),
        yours("status", "what a session changed", StatusCommand::new),
        yours("diff", "the same, line by line", DiffCommand::new),
        yours("export", "the same, as a patch", ExportCommand::new),
        yours("kill", "end running sessions", () -> new KillCommand(gate)),
        yours("log", "list the commits that a session made", () -> new LogCommand(gate)),
        yours(
            "merge", "bring what a session changed into its project", () -> new MergeCommand(gate)),
        yours(
            "review",
            "accept or reject what a session changed, on a full screen",
            ReviewCommand::new),
        yours("discard", "drop what a session changed", DiscardCommand::new),
        yours(
            "report",
            "write what a session did as a document, for a pull request",
            () -> new ReportCommand(gate)),
        yours("undo", "take the last merge of a session back", UndoCommand::new),
        yours("destroy", "remove a session and what it wrote", DestroyCommand::new),
        yours("home", "the homes that your sessions see", HomeCommand::new),
        anyones("tools", "what bawn knows about agent tools", () -> new ToolsCommand(gate)),
        yours(
            "config",
            "what holds for your own sessions, and who said so",
            () -> new ConfigCommand(gate)),
        yours(
            "trust",
            "let a project's .bawn.toml count, as it is now",
            () -> new TrustCommand(gate)),
        anyones("agents", "list the agents that are yours", () -> new AgentsCommand(gate)),
        anyones(
            "why",
            "why something fails: for an agent, or in a session of your own",
            () -> new WhyCommand(gate)),
        anyones(
            "doctor",
            "what is wrong with this machine, and how to mend it",
            () -> new DoctorCommand(gate)));
  }

  private static Subcommand yours(String name, String summary, Supplier<Command> command) {
    return new Subcommand(name, summary, Runs.AS_YOURSELF, command);
  }

  private static Subcommand anyones(String name, String summary, Supplier<Command> command) {
    return new Subcommand(name, summary, Runs.AS_ANYONE, command);
  }
}
