package dev.bawn.admin.agent;

import dev.bawn.contract.agent.AllowedCommand;
import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.failure.Failure;
import java.util.List;

/** The result for one command of {@code allow} or {@code restrict}. */
public sealed interface CommandOutcome {

  /** The command. */
  CommandName name();

  /** It is allowed now, and with it what it brings: the interpreters of a script. */
  record Allowed(AllowedCommand command, List<String> brings) implements CommandOutcome {
    @Override
    public CommandName name() {
      return command.name();
    }
  }

  /** It is not allowed any more. */
  record Restricted(CommandName name) implements CommandOutcome {}

  /** Nothing had to change. */
  record Unchanged(CommandName name, String why) implements CommandOutcome {}

  /** It cannot be; nothing of the whole call is done then. */
  record Rejected(CommandName name, Failure why) implements CommandOutcome {}
}
