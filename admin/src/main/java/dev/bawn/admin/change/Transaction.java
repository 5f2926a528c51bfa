package dev.bawn.admin.change;

import dev.bawn.admin.sealing.AgentRemains;
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
import dev.bawn.contract.failure.Refused;
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
 * Changes the policy of an agent completely or not at all. The caller holds the lock of the
 * policies, {@link HeldLock}.
 *
 * <p>One rename (of the agent's link) decides. Before it: journal, account, new directory, AppArmor
 * policy, and everything that operators lose; a failure or crash up to here is undone. After it:
 * everything that operators gain, access to mirrors, the end of sessions on removed projects, old
 * directories; a failure or crash after it is completed. {@link Settlement} does both, for a change
 * of this process and for the journal of a killed one.
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
   * @param layout with the policy directories
   * @param state the current policies
   * @param effects the effects outside the policy directories
   * @param keys completes an interrupted rotation of keys
   * @param toolStore the adopted tools, whose records such a rotation signs, too
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
    if (decisions.made().isPresent()) {
      effects.writeIdentity(after, decisions.made().get());
    }
    if (made.isPresent()) {
      effects.makeScratch(after, made.get());
    }
    effects.grantStarts(common(after));
    effects.loadPolicy(after.agent(), generation);
    return generation;
  }

  /**
   * Returns all policies; the policy of this agent has only the operators and projects that it has
   * before and after the change: nothing is granted yet, and the rest is revoked.
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
   * Deletes an agent: first no operator can start it, then its processes end, then its AppArmor
   * policy is removed, then the rest.
   *
   * @param keepHome whether its home directory is kept, owned by root
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

  /**
   * Tells whether the change was decided, by the agent's link: it may lead to the new policy
   * although the step that changed it reported an error.
   */
  private boolean isDecided(ChangeJournal.Entry entry) throws IOException {
    return state.serial(entry.agent()).equals(entry.to());
  }

  /**
   * Undoes an undecided change. If that fails, the next command undoes it.
   *
   * @throws Unfinished if the change was decided in spite of the failure
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
   * Completes or undoes the change of a killed command.
   *
   * @return a message about it; empty if there was none
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
      requireBefore(entry);
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

  /**
   * Requires that the agent is as it was before the change: the journal may come from a backup, and
   * to undo the creation of an agent removes all of its files.
   *
   * @throws Refused if the agent has another policy
   */
  private void requireBefore(ChangeJournal.Entry entry) throws IOException {
    boolean isNew = entry.from().isEmpty() && entry.to().isPresent();
    Optional<Path> policy = new AgentRemains(layout).policy(entry.agent().text());
    boolean isThere = isNew && policy.filter(each -> !each.equals(made(entry))).isPresent();
    if (!state.serial(entry.agent()).equals(entry.from()) || isThere) {
      throw journal.misfit("the policy of " + entry.agent());
    }
  }

  private Path made(ChangeJournal.Entry entry) {
    return layout.generation(entry.agent(), entry.to().orElseThrow()).directory();
  }

  /** Returns the state after the change, for messages. */
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
   * Applies all current policies to access to projects and to sudoers, and removes the incomplete
   * files of killed commands. Changes nothing if all is up to date.
   */
  public void refresh() throws IOException {
    settlement.refresh();
  }
}
