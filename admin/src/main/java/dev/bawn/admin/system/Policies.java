package dev.bawn.admin.system;

import dev.bawn.contract.agent.AgentName;
import java.io.IOException;
import java.nio.file.Path;

/** The AppArmor policies that the kernel enforces. Where it has no AppArmor, nothing happens. */
public interface Policies {

  /** The kernel enforces this compiled policy of an agent instead of an earlier one. */
  void load(AgentName agent, Path compiled) throws IOException;

  /** The kernel knows no policy of this agent any more. */
  void remove(AgentName agent) throws IOException;

  /** What the kernel does with the policy of this agent, in a word for people. */
  String describe(AgentName agent);
}
