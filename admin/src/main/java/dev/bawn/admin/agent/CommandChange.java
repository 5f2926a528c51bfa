package dev.bawn.admin.agent;

import dev.bawn.contract.agent.Manifest;
import java.util.List;
import java.util.Optional;

/**
 * The results of a call of {@code allow} or {@code restrict}, which does all of it or nothing.
 *
 * @param outcomes one for each command, in the order in which they were named
 * @param sealed the new state, absent when nothing was changed
 */
public record CommandChange(List<CommandOutcome> outcomes, Optional<Manifest> sealed) {

  /** Whether a command was rejected, so that nothing was done. */
  public boolean rejected() {
    return outcomes.stream().anyMatch(CommandOutcome.Rejected.class::isInstance);
  }
}
