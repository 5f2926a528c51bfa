package dev.bawn.launcher.plan;

import dev.bawn.contract.agent.CommandName;
import dev.bawn.launcher.record.Prompt;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The known agent tools. Files are read only on demand. */
public interface Tools {

  /** The arguments that pass a prompt to a tool. */
  List<String> arguments(CommandName tool, Prompt prompt);

  /** The names of the tools. */
  Collection<CommandName> names();

  /** The names of this machine's programs that root could allow an agent. */
  Collection<String> programs();

  /** The command by which root adopts a known tool; empty if that was done. */
  Optional<String> adoption(CommandName tool);
}
