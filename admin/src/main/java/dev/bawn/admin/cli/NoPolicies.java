package dev.bawn.admin.cli;

import dev.bawn.admin.system.Policies;
import dev.bawn.contract.agent.AgentName;
import java.nio.file.Path;

/** A machine without AppArmor. */
final class NoPolicies implements Policies {

  @Override
  public void load(Path compiled) {}

  @Override
  public void remove(AgentName agent) {}

  @Override
  public String describe(AgentName agent) {
    return "none";
  }
}
