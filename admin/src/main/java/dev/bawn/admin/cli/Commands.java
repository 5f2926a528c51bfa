package dev.bawn.admin.cli;

import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Program;
import dev.bawn.contract.cli.Runs;
import dev.bawn.contract.cli.Subcommand;
import java.util.List;
import java.util.function.Supplier;

/** The table of the commands of {@code bawn-admin}. */
final class Commands {

  private Commands() {}

  static Program program() {
    return new Program(
        "bawn-admin",
        "Creates agents and signs what each of them may do; only for root.",
        subcommands(),
        AdminManual::text);
  }

  private static List<Subcommand> subcommands() {
    return List.of(
        act("init", "Prepare this machine for agents", InitCommand::new),
        actOrPreview("create", "Create an agent", CreateCommand::new),
        act("delete", "Delete an agent", DeleteCommand::new),
        actOrPreview("allow", "Let an agent run more commands", CommandsCommand::allow),
        actOrPreview("restrict", "Take commands away from an agent", CommandsCommand::restrict),
        new Subcommand(
            "tool",
            "Adopt agent tools: copy them, so that agents can run them",
            Runs.AS_ROOT,
            () -> new Recorded("tool", new ToolCommand(), Recorded::isAct)),
        actOrPreview("assign", "Assign a project to an agent", AssignCommand::new),
        act("unassign", "Take a project away from an agent", UnassignCommand::new),
        root(
            "env",
            "Set the environment variables of an agent's sessions",
            () -> new Recorded("env", new EnvCommand(), EnvCommand::isAct)),
        act("operator", "Add or remove operators of an agent", OperatorCommand::new),
        root("sync", "Bring mirrors up to date", SyncCommand::new),
        root("list", "List agents and their projects", ListCommand::new),
        root("show", "Show the whole policy of one agent", ShowCommand::new),
        root("verify", "Verify agents, from the signature to the kernel", VerifyCommand::new),
        act(
            "reseal",
            "Sign policies again, for example after a package update",
            ResealCommand::new),
        new Subcommand(
            "key",
            "List the signing keys, or sign every policy with a new key",
            Runs.AS_ROOT,
            () -> new Recorded("key", new KeyCommand(), Recorded::isAct)),
        new Subcommand(
            "trust",
            "Choose the keys whose signatures bawn accepts",
            Runs.AS_ROOT,
            () -> new Recorded("trust", new TrustCommand(), Recorded::isAct)),
        act(
            "uninstall",
            "Remove everything that bawn-admin created on this machine",
            UninstallCommand::new),
        root(
            "doctor",
            "Find problems of this machine and show how to solve them",
            SystemDoctorCommand::new),
        root("denials", "Show what the kernel refused to an agent", DenialsCommand::new),
        root("audit", "Show who ran bawn-admin, when, and with what result", AuditCommand::new),
        new Subcommand(
            "session-filter",
            "Print the system call filter of agent sessions, for the install script",
            Runs.AS_ANYONE,
            SessionFilterCommand::new));
  }

  /**
   * A command that changes the policy or the installation; it is recorded in the journal or does
   * not run.
   */
  private static Subcommand act(String name, String summary, Supplier<Command> command) {
    return root(name, summary, () -> new Recorded(name, command.get()));
  }

  /** As {@link #act}, for a command that changes nothing with {@code --dry-run}. */
  private static Subcommand actOrPreview(String name, String summary, Supplier<Command> command) {
    return root(
        name,
        summary,
        () -> new Recorded(name, command.get(), typed -> !LockedState.isDryRun(typed)));
  }

  private static Subcommand root(String name, String summary, Supplier<Command> command) {
    return new Subcommand(name, summary, Runs.AS_ROOT, command);
  }
}
