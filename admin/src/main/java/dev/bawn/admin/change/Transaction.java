package dev.bawn.admin.change;

import dev.bawn.admin.sealing.AtomicFile;
import dev.bawn.admin.sealing.GenerationWriter;
import dev.bawn.admin.sealing.PolicyDecisions;
import dev.bawn.admin.sealing.SealedState;
import dev.bawn.admin.sealing.SigningKeys;
import dev.bawn.admin.toolstore.ToolStore;
import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.ProjectId;
import dev.bawn.contract.agent.Serial;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.failure.Unfinished;
import dev.bawn.contract.layout.Generation;
import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Changes an agent's sealed state, all or nothing. The caller holds the lock of the whole state,
 * {@link HeldLock}.
 *
 * <p>One rename (of the agent's link) decides. Before it: journal, account, new directory, policy,
 * and whatever is taken away from operators; a failure or crash there is undone. After it: whatever
 * is given to operators, access to mirrors, sessions on projects that went, old directories; a
 * failure or crash there is carried on. {@link Settlement} does either, for a change that is made
 * here and for a journal that was left behind.
 */
public final class Transaction implements PolicyChanges {

  private final SystemLayout layout;
  private final SealedState state;
  private final Effects effects;
  private final SigningKeys keys;
  private final ToolStore toolStore;
  private final ChangeJournal journal;
  private final Settlement settlement;

  /**
   * @param layout where sealed directories lie
   * @param state what is sealed now
   * @param effects what is done outside of them
   * @param keys what a rotation of keys that died is settled with
   * @param toolStore the adopted tools, which such a rotation is about, too
   */
  public Transaction(
      SystemLayout layout,
      SealedState state,
      Effects effects,
      SigningKeys keys,
      ToolStore toolStore) {
    this.layout = layout;
    this.state = state;
    this.effects = effects;
    this.keys = keys;
    this.toolStore = toolStore;
    this.journal = new ChangeJournal(layout);
    this.settlement = new Settlement(layout, state, effects, journal);
  }

  @Override
  public void change(
      String operation,
      PolicyDecisions decisions,
      Optional<ScratchChange> scratch,
      Audience audience,
      GenerationWriter writer)
      throws IOException {
    Manifest after = decisions.manifest();
    AgentName agent = after.agent();
    Optional<Serial> from = state.serial(agent);
    ChangeJournal.Entry entry =
        new ChangeJournal.Entry(
            operation, agent, from, Optional.of(after.serial()), KeepHome.NO, scratch, audience);
    journal.write(entry);
    try {
      Generation generation = prepare(decisions, from, ScratchChange.made(scratch), writer);
      flip(agent, generation);
    } catch (IOException | RuntimeException e) {
      giveUp(entry, e);
      throw e;
    }
    finish(entry);
  }

  private Generation prepare(
      PolicyDecisions decisions,
      Optional<Serial> from,
      Optional<ProjectId> made,
      GenerationWriter writer)
      throws IOException {
    Manifest after = decisions.manifest();
    if (from.isEmpty()) {
      effects.createAccount(after.agent(), after.uid());
    }
    Generation generation = writer.write(decisions);
    effects.openGeneration(after, generation);
    if (made.isPresent()) {
      effects.makeScratch(after, made.get());
    }
    effects.grantStarts(common(after));
    effects.loadPolicy(after.agent(), generation);
    return generation;
  }

  /**
   * All agents, this one with what it has both before and after: nothing new is granted yet, the
   * rest is revoked.
   */
  private List<Manifest> common(Manifest after) throws IOException {
    List<Manifest> manifests = new ArrayList<>();
    for (Manifest manifest : state.manifests()) {
      manifests.add(
          manifest.agent().equals(after.agent()) ? intersection(manifest, after) : manifest);
    }
    return manifests;
  }

  private static Manifest intersection(Manifest before, Manifest after) {
    SortedSet<Uid> operators = new TreeSet<>(before.operators());
    operators.retainAll(after.operators());
    return before
        .withOperators(operators)
        .withAssignments(
            before.assignments().stream()
                .filter(old ->
                    after.assignments().stream().anyMatch(each -> each.id().equals(old.id())))
                .toList());
  }

  /** The one step that decides. */
  private void flip(AgentName agent, Generation generation) throws IOException {
    Path relative = layout.agents().relativize(generation.directory());
    AtomicFile.link(layout.agent(agent), relative);
  }

  /**
   * Deletes an agent: first nobody can start it, then its processes end, then what confined them
   * goes, then the rest.
   *
   * @param keepHome whether its home stays, as root's
   */
  @Override
  public void delete(AgentName agent, KeepHome keepHome) throws IOException {
    ChangeJournal.Entry entry =
        new ChangeJournal.Entry(
            "delete",
            agent,
            state.serial(agent),
            Optional.empty(),
            keepHome,
            Optional.empty(),
            Audience.SAME);
    List<Manifest> others = new ArrayList<>(state.manifests());
    others.removeIf(manifest -> manifest.agent().equals(agent));
    journal.write(entry);
    try {
      effects.grantStarts(others);
      Files.delete(layout.agent(agent));
      AtomicFile.syncDirectory(layout.agents());
    } catch (IOException | RuntimeException e) {
      giveUp(entry, e);
      throw e;
    }
    finish(entry);
  }

  /** The link decides: it may lead to the new state although the step that led it there failed. */
  private boolean isDecided(ChangeJournal.Entry entry) throws IOException {
    return state.serial(entry.agent()).equals(entry.to());
  }

  /**
   * Undoes what was begun. What cannot be undone now is undone by the next command.
   *
   * @throws Unfinished if it was decided in spite of the failure
   */
  private void giveUp(ChangeJournal.Entry entry, Exception because) throws IOException {
    if (isDecided(entry)) {
      throw UnfinishedChange.failure(entry.subject(), because);
    }
    try {
      settlement.undo(entry);
    } catch (IOException | RuntimeException e) {
      because.addSuppressed(e);
    }
  }

  private void finish(ChangeJournal.Entry entry) throws IOException {
    try {
      settlement.finish(entry);
    } catch (IOException | RuntimeException e) {
      throw UnfinishedChange.failure(entry.subject(), e);
    }
  }

  /**
   * Finishes or undoes what a command that died left behind.
   *
   * @return what was done, for people; nothing if there was nothing to do
   */
  public Optional<String> recover() throws IOException {
    Optional<ChangeJournal.Pending> left = journal.read();
    if (left.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        switch (left.get()) {
          case ChangeJournal.Entry entry -> recover(entry);
          case ChangeJournal.Rotation rotation ->
              new KeyRotation(layout, state, effects, keys, toolStore).recover(rotation);
        });
  }

  private String recover(ChangeJournal.Entry entry) throws IOException {
    if (!isDecided(entry)) {
      settlement.undo(entry);
      return "an earlier '" + entry.subject() + "' was interrupted; bawn-admin has undone it";
    }
    try {
      settlement.finish(entry);
    } catch (IOException | RuntimeException e) {
      throw UnfinishedChange.secondFailure(entry.subject(), e);
    }
    return UnfinishedChange.finished(entry.subject(), result(entry));
  }

  /** What counts from now on, for people. */
  private String result(ChangeJournal.Entry entry) throws IOException {
    if (entry.to().isEmpty()) {
      return entry.agent() + " is deleted";
    }
    Manifest manifest = state.manifest(entry.agent());
    return "%s has serial %s and may be started by uid %s"
        .formatted(
            entry.agent(),
            manifest.serial(),
            manifest.operators().stream().map(Uid::toString).collect(Collectors.joining(", ")));
  }

  /**
   * Brings access to projects and sudoers in line with what is sealed; changes nothing where they
   * are. What commands that died left half made goes.
   */
  public void refresh() throws IOException {
    settlement.refresh();
  }
}
