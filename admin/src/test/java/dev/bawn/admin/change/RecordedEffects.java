package dev.bawn.admin.change;

import dev.bawn.admin.sealing.NewIdentity;
import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.ProjectId;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.layout.Generation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/** Records the effects on the system, and dies at the n-th step as after kill -9. */
final class RecordedEffects implements Effects {

  /** Not an exception that code of bawn catches. */
  static final class Killed extends Error {
    private static final long serialVersionUID = 1;
  }

  final List<String> steps = new ArrayList<>();
  boolean account;
  Optional<String> policy = Optional.empty();
  List<String> starts = List.of();
  Optional<ProjectId> removedScratch = Optional.empty();
  Runnable whileFilesAreOpened = () -> {};
  Runnable whileIdentityIsWritten = () -> {};
  private int left = Integer.MAX_VALUE;
  private boolean failing;

  RecordedEffects dyingAtStep(int number) {
    left = number;
    return this;
  }

  RecordedEffects failingAtStep(int number) {
    failing = true;
    return dyingAtStep(number);
  }

  /** Tells whether a session runs. */
  boolean running;

  void survive() {
    left = Integer.MAX_VALUE;
    failing = false;
  }

  private void step(String step) {
    if (left-- <= 0) {
      if (failing) {
        throw new Failed("No space left on device", "");
      }
      throw new Killed();
    }
    steps.add(step);
  }

  @Override
  public void requireFreeName(AgentName agent) {
    step("requireFreeName");
  }

  @Override
  public Optional<String> userName(Uid uid) {
    return Optional.of("user" + uid);
  }

  @Override
  public void createAccount(AgentName agent, Uid uid) {
    step("createAccount");
    account = true;
  }

  @Override
  public void limitDisks(List<Manifest> manifests) {
    step("limitDisks");
  }

  @Override
  public void limitSessions(List<Manifest> manifests) {
    step("limitSessions");
  }

  @Override
  public void disableAccount(AgentName agent) {
    step("disableAccount");
  }

  @Override
  public void endProcesses(AgentName agent) {
    step("endProcesses");
  }

  @Override
  public void endPresentProcesses(AgentName agent) {
    step("endPresentProcesses");
  }

  @Override
  public void endSessions(Manifest manifest) {
    step("endSessions");
  }

  @Override
  public void removeAccount(AgentName agent, KeepHome keepHome) {
    step("removeAccount");
    account = false;
  }

  @Override
  public void grantStarts(List<Manifest> manifests) {
    step("grantStarts");
    starts =
        manifests.stream().map(manifest -> manifest.agent() + " " + manifest.operators()).toList();
  }

  @Override
  public void loadPolicy(AgentName agent, Generation generation) {
    step("loadPolicy");
    policy = Optional.of(generation.directory().getFileName().toString());
  }

  @Override
  public void removePolicy(AgentName agent) {
    step("removePolicy");
    policy = Optional.empty();
  }

  @Override
  public void makeScratch(Manifest manifest, ProjectId project) {
    step("makeScratch");
  }

  @Override
  public void shareScratch(Manifest manifest) {
    step("shareScratch");
  }

  @Override
  public void removeEmptyScratch(AgentName agent, ProjectId project) {
    step("removeEmptyScratch");
  }

  @Override
  public void removeScratch(AgentName agent, ProjectId project) {
    step("removeScratch");
    removedScratch = Optional.of(project);
  }

  @Override
  public void writeIdentity(Manifest manifest, NewIdentity made) {
    step("writeIdentity");
    whileIdentityIsWritten.run();
  }

  @Override
  public void openGeneration(Manifest manifest, Generation generation) {
    step("openGeneration");
  }

  @Override
  public void openFiles(SortedMap<Path, Manifest> files) {
    step("openFiles");
    whileFilesAreOpened.run();
  }

  @Override
  public void openProjects(List<Manifest> manifests) {
    step("openProjects");
  }

  @Override
  public void removeUnusedMirrors(List<Manifest> manifests) {
    step("removeUnusedMirrors");
  }

  @Override
  public boolean hasProcesses(AgentName agent) {
    return running;
  }

  @Override
  public void removeUnusedPrograms() {
    step("removeUnusedPrograms");
  }
}
