package dev.bawn.admin.change;

import dev.bawn.admin.sealing.GenerationWriter;
import dev.bawn.admin.sealing.PolicyDecisions;
import dev.bawn.contract.agent.AgentName;
import java.io.IOException;
import java.util.Optional;

/** What is done with decisions about an agent: they are carried out, or only shown. */
public interface PolicyChanges {

  /**
   * Brings an agent from its current policy, or from nothing, to these decisions.
   *
   * @param operation the command's name, for the journal
   * @param scratch the scratch directory that this change makes or removes
   * @param audience what the change means for those who could start the agent
   */
  void change(
      String operation,
      PolicyDecisions decisions,
      Optional<ScratchChange> scratch,
      Audience audience,
      GenerationWriter writer)
      throws IOException;

  /** The same where nobody else may start the agent from then on. */
  default void change(
      String operation,
      PolicyDecisions decisions,
      Optional<ScratchChange> scratch,
      GenerationWriter writer)
      throws IOException {
    change(operation, decisions, scratch, Audience.SAME, writer);
  }

  /**
   * Deletes an agent.
   *
   * @param keepHome whether its home stays, as root's
   */
  void delete(AgentName agent, KeepHome keepHome) throws IOException;
}
