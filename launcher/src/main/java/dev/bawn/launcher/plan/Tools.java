package dev.bawn.launcher.plan;

import dev.bawn.contract.agent.CommandName;
import dev.bawn.launcher.request.Prompt;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The known agent tools. Read only on demand, because they are in files. */
public interface Tools {

  /** The arguments that hand a prompt to a tool. */
  List<String> arguments(CommandName tool, Prompt prompt);

  /** What they are called. */
  Collection<CommandName> names();

  /** The programs of this machine that root could allow an agent, by their bare names. */
  Collection<String> programs();

  /** The command by which root adopts a tool that bawn knows of, where that was not done yet. */
  Optional<String> adoption(CommandName tool);
}
