package dev.bawn.admin.cli;

import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Program;
import dev.bawn.contract.cli.Runs;
import dev.bawn.contract.cli.Subcommand;
import java.util.List;
import java.util.function.Supplier;

/** The table of what {@code bawn-admin} can do. */
final class Commands {

  private Commands() {}

  static Program program() {
    return new Program(
        "bawn-admin",
        "Creates agents, builds their walls and seals both. For root.",
        subcommands(),
        AdminManual::text);
  }

  private static List<Subcommand> subcommands() {
    return List.of(
        act("init", "set this machine up", InitCommand::new),
        actOrPreview("create", "make an agent", CreateCommand::new),
        act("delete", "delete an agent", DeleteCommand::new),
        actOrPreview("allow", "let an agent run commands", CommandsCommand::allow),
        actOrPreview("restrict", "take commands away from an agent", CommandsCommand::restrict),
        new Subcommand(
            "tool",
            "adopt agent tools, so that agents can be allowed them",
            Runs.AS_ROOT,
            () -> new Recorded("tool", new ToolCommand(), ToolCommand::isAct)),
        actOrPreview("assign", "give an agent a project to work on", AssignCommand::new),
        act("unassign", "take a project away from an agent", UnassignCommand::new),
        act("operator", "give an agent to a user, or take it away", OperatorCommand::new),
        root("sync", "bring mirrors up to date", SyncCommand::new),
        root("list", "agents and their projects", ListCommand::new),
        root("show", "the whole policy of one agent", ShowCommand::new),
        root("verify", "check every link from the seal to the kernel", VerifyCommand::new),
        act("reseal", "seal again what a package update changed", ResealCommand::new),
        new Subcommand(
            "key",
            "show the keys, or seal everything with a new one",
            Runs.AS_ROOT,
            () -> new Recorded("key", new KeyCommand(), KeyCommand::isAct)),
        new Subcommand(
            "trust",
            "choose whose seals are accepted",
            Runs.AS_ROOT,
            () -> new Recorded("trust", new TrustCommand(), TrustCommand::isAct)),
        act("uninstall", "take back all that init and the others made", UninstallCommand::new),
        root("doctor", "what is wrong with this machine, and how to mend it", DoctorCommand::new),
        root("denials", "what the kernel refused to an agent", DenialsCommand::new),
        root("audit", "what root did with this program", AuditCommand::new),
        new Subcommand(
            "session-filter",
            "print the system call filter of sealed sessions, for the install script",
            Runs.AS_ANYONE,
            SessionFilterCommand::new));
  }

  /** One that changes what root decided: it is recorded, or not done. */
  private static Subcommand act(String name, String summary, Supplier<Command> command) {
    return root(name, summary, () -> new Recorded(name, command.get()));
  }

  /** The same, which with {@code --dry-run} changes nothing. */
  private static Subcommand actOrPreview(String name, String summary, Supplier<Command> command) {
    return root(
        name, summary, () -> new Recorded(name, command.get(), typed -> !Opened.isDryRun(typed)));
  }

  private static Subcommand root(String name, String summary, Supplier<Command> command) {
    return new Subcommand(name, summary, Runs.AS_ROOT, command);
  }
}
