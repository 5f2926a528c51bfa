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
        List.of());
  }

  private static List<Subcommand> subcommands() {
    return List.of(
        root("init", "set this machine up", InitCommand::new),
        root("create", "make an agent", CreateCommand::new),
        root("delete", "delete an agent", DeleteCommand::new),
        root("allow", "let an agent run commands", CommandsCommand::allow),
        root("restrict", "take commands away from an agent", CommandsCommand::restrict),
        root("assign", "give an agent a project to work on", AssignCommand::new),
        root("unassign", "take a project away from an agent", UnassignCommand::new),
        root("sync", "bring mirrors up to date", SyncCommand::new),
        root("list", "agents and their projects", ListCommand::new),
        root("show", "the whole policy of one agent", ShowCommand::new),
        root("verify", "check every link from the seal to the kernel", VerifyCommand::new),
        root("reseal", "seal again what a package update changed", ResealCommand::new),
        new Subcommand(
            "session-filter",
            "print the system call filter of sealed sessions, for the install script",
            Runs.AS_ANYONE,
            SessionFilterCommand::new));
  }

  private static Subcommand root(String name, String summary, Supplier<Command> command) {
    return new Subcommand(name, summary, Runs.AS_ROOT, command);
  }
}
