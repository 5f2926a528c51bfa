package dev.bawn.admin.change;

import dev.bawn.admin.sealing.IdentityFiles;
import dev.bawn.admin.sealing.SealedState;
import dev.bawn.admin.sealing.Trees;
import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.ProjectId;
import dev.bawn.contract.agent.Serial;
import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The effects of a change of a policy, after the change was decided or failed. Each step can be
 * repeated: a killed command may have done some of them.
 */
final class Settlement {

  private final SystemLayout layout;
  private final SealedState state;
  private final Effects effects;
  private final ChangeJournal journal;

  /**
   * @param layout with the policy directories
   * @param state the current policies
   * @param effects the effects outside the policy directories
   * @param journal cleared at the end
   */
  Settlement(SystemLayout layout, SealedState state, Effects effects, ChangeJournal journal) {
    this.layout = layout;
    this.state = state;
    this.effects = effects;
    this.journal = journal;
  }

  /** Applies all current policies, see {@link Transaction#refresh}. */
  void refresh() throws IOException {
    if (align()) {
      effects.removeUnusedPrograms();
    }
  }

  /** Applies all policies. Returns whether unused programs may be removed, too. */
  private boolean align() throws IOException {
    List<Manifest> manifests = state.manifests();
    new IncompleteTrees(layout).remove(manifests);
    new IncompleteFiles(layout).remove();
    effects.openProjects(manifests);
    boolean isComplete = state.isComplete(manifests);
    if (isComplete) {
      new IdentityFiles(layout).removeUnused(state.agents(), manifests);
      effects.removeUnusedMirrors(manifests);
    }
    effects.grantStarts(manifests);
    effects.limitDisks(manifests);
    effects.limitSessions(manifests);
    return isComplete;
  }

  /** Completes a change that was decided. */
  void finish(ChangeJournal.Entry entry) throws IOException {
    if (entry.to().isEmpty()) {
      Files.deleteIfExists(layout.agent(entry.agent()));
      effects.disableAccount(entry.agent());
      effects.endProcesses(entry.agent());
      effects.removePolicy(entry.agent());
      effects.removeAccount(entry.agent(), entry.keepHome());
      removeFiles(entry.agent());
    } else {
      effects.endSessions(state.manifest(entry.agent()));
    }
    boolean isComplete = align();
    if (entry.audience() == Audience.NARROWER) {
      effects.endPresentProcesses(entry.agent());
    }
    if (entry.audience() != Audience.SAME) {
      effects.shareScratch(state.manifest(entry.agent()));
    }
    Optional<ProjectId> removed = ScratchChange.removed(entry.scratch());
    if (removed.isPresent() && !isAssigned(entry.agent(), removed.get())) {
      effects.removeScratch(entry.agent(), removed.get());
    }
    tidy(entry);
    if (isComplete) {
      effects.removeUnusedPrograms();
    }
    journal.clear();
  }

  /** Tells whether a later policy has the project: then the journal is older than the policy. */
  private boolean isAssigned(AgentName agent, ProjectId project) throws IOException {
    return state.manifest(agent).assignments().stream().anyMatch(each -> each.id().equals(project));
  }

  /** Undoes a change that was not decided. */
  void undo(ChangeJournal.Entry entry) throws IOException {
    AgentName agent = entry.agent();
    if (entry.from().isPresent()) {
      effects.loadPolicy(agent, layout.generation(agent, entry.from().get()));
    } else {
      effects.removePolicy(agent);
    }
    Optional<ProjectId> made = ScratchChange.made(entry.scratch());
    if (made.isPresent()) {
      effects.removeEmptyScratch(agent, made.get());
    }
    if (entry.to().isPresent()) {
      Trees.remove(layout.generation(agent, entry.to().get()).directory());
    }
    if (entry.from().isEmpty()) {
      effects.removeAccount(agent, KeepHome.NO);
      removeFiles(agent);
    }
    refresh();
    journal.clear();
  }

  /** Removes the policies and the key of an agent that no longer exists. */
  private void removeFiles(AgentName agent) throws IOException {
    Trees.remove(layout.identity(agent));
    Trees.remove(layout.generations(agent));
  }

  /**
   * Removes policy directories that are no longer needed. The previous one is kept for commands
   * that read it at this moment, unless an operator was removed. Older ones are kept as long as a
   * session of the agent runs.
   */
  private void tidy(ChangeJournal.Entry entry) throws IOException {
    Path generations = layout.generations(entry.agent());
    if (entry.to().isEmpty()) {
      return;
    }
    List<Path> old = new ArrayList<>();
    try (DirectoryStream<Path> directories = Files.newDirectoryStream(generations)) {
      for (Path directory : directories) {
        if (!isKept(entry, directory.getFileName().toString())) {
          old.add(directory);
        }
      }
    }
    boolean looking = entry.audience() != Audience.NARROWER;
    if (old.isEmpty() || looking && effects.hasProcesses(entry.agent())) {
      return;
    }
    for (Path directory : old) {
      Trees.remove(directory);
    }
  }

  private static boolean isKept(ChangeJournal.Entry entry, String name) {
    return entry.to().map(Serial::toString).filter(name::equals).isPresent()
        || entry.audience() != Audience.NARROWER
            && entry.from().map(Serial::toString).filter(name::equals).isPresent();
  }
}
