package dev.bawn.admin.change;

import dev.bawn.admin.sealing.GenerationWriter;
import dev.bawn.admin.sealing.PolicyDecisions;
import dev.bawn.contract.agent.AgentName;
import java.io.IOException;
import java.util.Optional;

/** Applies changes of an agent's policy, or only computes them. */
public interface PolicyChanges {

  /**
   * Changes the policy of an agent, or creates the first one.
   *
   * @param operation the name of the command, for the journal
   * @param scratch the scratch directory that this change creates or removes
   * @param audience how the set of operators changes
   */
  void change(
      String operation,
      PolicyDecisions decisions,
      Optional<ScratchChange> scratch,
      Audience audience,
      GenerationWriter writer)
      throws IOException;

  /** Changes the policy of an agent and keeps its operators. */
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
   * @param keepHome whether its home directory is kept, owned by root
   */
  void delete(AgentName agent, KeepHome keepHome) throws IOException;
}
