package dev.bawn.admin.system;

import dev.bawn.contract.agent.AgentName;
import java.io.IOException;
import java.nio.file.Path;

/** The AppArmor policies in the kernel. Does nothing if the kernel has no AppArmor. */
public interface Policies {

  /** Loads this compiled policy of an agent, in place of an earlier one. */
  void load(AgentName agent, Path compiled) throws IOException;

  /** Removes the policy of this agent from the kernel. */
  void remove(AgentName agent) throws IOException;

  /** Describes in a word the state of this agent's policy in the kernel. */
  String describe(AgentName agent);
}
