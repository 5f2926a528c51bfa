package dev.bawn.launcher.cli;

import dev.bawn.contract.agent.Workspace;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.failure.Failure;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.launcher.record.AgentProject;
import dev.bawn.launcher.record.SessionPlaces;
import dev.bawn.launcher.record.SessionRecord;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The records by which a list counts the changes of sessions. All sessions of an agent on a project
 * have the record of the agent's overlay. The caller's own rights can read that overlay, so a count
 * starts no process with other rights; the policy of an agent is verified once for each project.
 */
final class CountedRecords {

  private final CommandContext context;
  private final SessionPlaces places;
  private final Surroundings here;
  private final Map<AgentProject, Found> found = new HashMap<>();

  /**
   * The changes of an agent in a project.
   *
   * @param isReadable whether the signed policy and the overlay can be read
   * @param overlay the record of the overlay; empty if the agent has none
   */
  private record Found(boolean isReadable, Optional<SessionRecord> overlay) {}

  CountedRecords(CommandContext context, Surroundings here) {
    this.context = context;
    this.places = OwnPlaces.of(here);
    this.here = here;
  }

  /**
   * The record that leads to the changes of a session; empty if the policy of its agent cannot be
   * read. The record of a session without an overlay leads to none.
   */
  Optional<SessionRecord> of(SessionRecord record) {
    if (record.agent().isEmpty()) {
      return Optional.of(record);
    }
    Found agents = found.computeIfAbsent(record.agent().get(), this::find);
    return agents.isReadable() ? agents.overlay().or(() -> Optional.of(record)) : Optional.empty();
  }

  private Found find(AgentProject worker) {
    try {
      AgentOverlay overlay =
          AgentOverlay.of(
              context.agents(here).require(worker.agent()), worker.project().text(), places, here);
      return overlay.assignment().workspace() == Workspace.OVERLAY
          ? new Found(true, Optional.of(overlay.record()))
          : new Found(true, Optional.empty());
    } catch (NotFound e) {
      return new Found(true, Optional.empty()); // deleted or unassigned: nothing is left
    } catch (Failure e) {
      return new Found(false, Optional.empty());
    }
  }
}
