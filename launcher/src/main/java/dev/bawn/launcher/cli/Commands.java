package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Program;
import dev.bawn.contract.cli.Runs;
import dev.bawn.contract.cli.Subcommand;
import dev.bawn.contract.cli.Surroundings;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** The subcommands of {@code bawn}. */
final class Commands {

  private Commands() {}

  static Program program() {
    return program(CommandContext::onSystem);
  }

  /** The program with another context, for the training and for tests. */
  static Program program(Function<Surroundings, CommandContext> context) {
    return new Program(
        "bawn",
        "Runs coding agents in a sandbox: under a policy signed by root, or under your own user.",
        subcommands(context),
        BawnManual::text,
        (words, here) -> CommandAsProject.toStart(words, context.apply(here), here));
  }

  private static List<Subcommand> subcommands(Function<Surroundings, CommandContext> context) {
    return List.of(
        yours(
            "launch",
            "Start an agent, or a tool under your own user, on a project",
            () -> new LaunchCommand(context)),
        yours(
            "shell",
            "Open a shell in the sandbox instead of a tool",
            () -> new ShellCommand(context)),
        yours(
            "resume", "Start one of your earlier sessions again", () -> new ResumeCommand(context)),
        yours(
            "exec",
            "Run one more command, or a shell, in one of your sessions",
            () -> new ExecCommand(context)),
        yours(
            "run",
            "Run one command in a session, and remove the session if it has no unmerged work",
            () -> new RunCommand(context)),
        yours("spawn", "Start a session in the background", () -> new SpawnCommand(context)),
        yours(
            "swarm",
            "Start several sessions on one project in the background",
            () -> new SwarmCommand(context)),
        yours(
            "restart",
            "Start earlier sessions again in the background",
            () -> new RestartCommand(context)),
        yours(
            "clone",
            "Copy a session with its changes and its home, under another name",
            CloneCommand::new),
        yours("rename", "Give a session another name", () -> new RenameCommand(context)),
        yours(
            "attach",
            "Show the terminal of a background session",
            () -> new AttachCommand(context)),
        yours(
            "grid",
            "Show the terminals of your background sessions side by side",
            () -> new GridCommand(context)),
        yours("send", "Type text into a background session", SendCommand::new),
        yours("broadcast", "Type text into several background sessions", BroadcastCommand::new),
        yours("logs", "Print the output of a background session", LogsCommand::new),
        yours(
            "wait",
            "Wait until a session ends, or its tool is idle",
            () -> new WaitCommand(context)),
        anyones(
            "verify",
            "Verify an agent (from root's signature to the kernel) or a receipt",
            () -> new VerifyCommand(context)),
        yours(
            "login",
            "Log in to an agent tool, once for all of your sessions",
            () -> new LoginCommand(context)),
        yours("logout", "Remove the login of an agent tool", () -> new LogoutCommand(context)),
        yours("env", "Store the API keys that tools read", () -> new EnvCommand(context)),
        yours("list", "List your sessions", () -> new ListCommand(context)),
        yours(
            "ps",
            "Show processor time, memory and I/O of your running sessions",
            () -> new PsCommand(context)),
        yours(
            "watch",
            "Show your sessions on a full screen, and answer, end or review them",
            () -> new WatchCommand(context)),
        yours(
            "stats",
            "Show the disk space and the tokens that your sessions use",
            () -> new StatsCommand(context)),
        yours(
            "history",
            "List the events of your sessions: starts, ends, merges and others",
            HistoryCommand::new),
        yours("info", "Show the details of one session", () -> new InfoCommand(context)),
        yours(
            "open",
            "Show the directory, the ports, the servers and the log of a session",
            OpenCommand::new),
        yours("status", "Show which files a session changed", StatusCommand::new),
        yours("diff", "Show the changes of a session line by line", DiffCommand::new),
        yours("export", "Print the changes of a session as a patch", ExportCommand::new),
        yours("kill", "End running sessions", () -> new KillCommand(context)),
        yours("killall", "End all of your running sessions", () -> new KillallCommand(context)),
        yours("pause", "Stop all processes of sessions", () -> PauseCommand.pause(context)),
        yours("unpause", "Continue paused sessions", () -> PauseCommand.unpause(context)),
        yours(
            "log",
            "List the commits of a session that no branch of its project has",
            () -> new LogCommand(context)),
        yours(
            "merge",
            "Merge the changes of a session into its project",
            () -> new MergeCommand(context)),
        yours(
            "review",
            "Accept or reject the changes of a session on a full screen",
            ReviewCommand::new),
        yours("discard", "Drop changes of a session", DiscardCommand::new),
        yours(
            "report",
            "Write a report of a session or an agent, for example for a pull request",
            () -> new ReportCommand(context)),
        yours(
            "receipt", "Write a signed statement about a session that ended", ReceiptCommand::new),
        yours("undo", "Take back the last merge of a session", UndoCommand::new),
        yours(
            "destroy",
            "Remove sessions with their changes; their homes and the files of agents stay",
            DestroyCommand::new),
        yours("clean", "Remove ended sessions that have no unmerged work", CleanCommand::new),
        yours(
            "purge",
            "End all of your sessions, and remove those that have no unmerged work",
            () -> new PurgeCommand(context)),
        yours("root", "Print the directories of your sessions and settings", RootCommand::new),
        yours("home", "List or wipe the home directories of your sessions", HomeCommand::new),
        anyones("tools", "Show the definitions of agent tools", () -> new ToolsCommand(context)),
        yours(
            "config",
            "Show the settings in effect and where each one is set",
            () -> new ConfigCommand(context)),
        yours(
            "trust", "Trust a project's .bawn.toml, as it is now", () -> new TrustCommand(context)),
        anyones("agents", "List your agents", () -> new AgentsCommand(context)),
        anyones(
            "why",
            "Explain why something fails for an agent or in your session",
            () -> new WhyCommand(context)),
        anyones(
            "doctor",
            "Find problems of this machine and show how to solve them",
            () -> new UserDoctorCommand(context)));
  }

  private static Subcommand yours(String name, String summary, Supplier<Command> command) {
    return new Subcommand(name, summary, Runs.AS_YOURSELF, command);
  }

  private static Subcommand anyones(String name, String summary, Supplier<Command> command) {
    return new Subcommand(name, summary, Runs.AS_ANYONE, command);
  }
}
