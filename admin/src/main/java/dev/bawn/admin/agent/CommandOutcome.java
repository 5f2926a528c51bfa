package dev.bawn.admin.agent;

import dev.bawn.contract.agent.AllowedCommand;
import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.failure.Failure;
import java.util.List;

/** The result for one command of {@code allow} or {@code restrict}. */
public sealed interface CommandOutcome {

  /** The command. */
  CommandName name();

  /** The command is allowed now, together with the interpreters of a script. */
  record Allowed(AllowedCommand command, List<String> brings) implements CommandOutcome {
    @Override
    public CommandName name() {
      return command.name();
    }
  }

  /** The command is no longer allowed. */
  record Restricted(CommandName name) implements CommandOutcome {}

  /** Nothing had to be changed for the command. */
  record Unchanged(CommandName name, String why) implements CommandOutcome {}

  /** The command cannot be changed; then no command is changed. */
  record Rejected(CommandName name, Failure why) implements CommandOutcome {}
}
