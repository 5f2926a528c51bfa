package dev.bawn.admin.agent;

import dev.bawn.contract.agent.Manifest;
import java.util.List;
import java.util.Optional;

/**
 * The result of {@code allow} or {@code restrict}, which changes all commands or none.
 *
 * @param outcomes one for each command, in the order of the arguments
 * @param sealed the new policy; empty if nothing was changed
 */
public record CommandChange(List<CommandOutcome> outcomes, Optional<Manifest> sealed) {

  /** Tells whether a command was rejected, so that nothing was changed. */
  public boolean rejected() {
    return outcomes.stream().anyMatch(CommandOutcome.Rejected.class::isInstance);
  }
}
