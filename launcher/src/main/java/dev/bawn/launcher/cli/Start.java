package dev.bawn.launcher.cli;

import dev.bawn.contract.agent.AdoptedTool;
import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.KeyName;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.ProjectId;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.trust.Depth;
import dev.bawn.contract.trust.Finding;
import dev.bawn.contract.trust.LiveSign;
import dev.bawn.contract.trust.Verified;
import dev.bawn.launcher.agent.AgentPlan;
import dev.bawn.launcher.agent.MirrorSync;
import dev.bawn.launcher.key.Key;
import dev.bawn.launcher.key.KeyFile;
import dev.bawn.launcher.session.Wanted;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Starts a sealed agent: looks at the seal, looks at the kernel, freshens the mirror, enters. */
final class Start {

  private final Gate gate;
  private final Surroundings here;

  Start(Gate gate, Surroundings here) {
    this.gate = gate;
    this.here = here;
  }

  /**
   * A plan of which every link of the chain was found to hold.
   *
   * @param verified what it was checked against
   * @param session the plan
   */
  record Checked(Verified verified, AgentPlan session) {}

  /** Checks and plans; changes nothing. */
  Checked plan(Chosen chosen, Wanted wanted) {
    Verified verified = gate.check(chosen.agent(), Depth.START, here, finding -> {});
    Assignment assignment = chosen.assignment(verified.manifest());
    gate.chain().project(verified, assignment.id());
    AgentPlan plan = gate.planner().plan(verified.manifest(), assignment, wanted);
    return new Checked(verified, plan.with(keys(verified.manifest())));
  }

  /** Those that the agent's tools read, as far as the caller's environment has them not. */
  private List<Key> keys(Manifest manifest) {
    List<KeyName> names = new ArrayList<>();
    for (AdoptedTool tool : manifest.tools()) {
      for (KeyName name : tool.keys()) {
        if (!here.environment().containsKey(name.text())) {
          names.add(name);
        }
      }
    }
    if (names.isEmpty()) {
      return List.of();
    }
    Optional<KeyFile> file = KeyFile.in(here.environment());
    return file.isPresent() ? file.get().these(names) : List.of();
  }

  /**
   * Starts it on the mirror as it is.
   *
   * @throws Refused if root's rules for sudo are not there, of which sudo would only say that it
   *     wants a password
   */
  void enter(Checked checked) {
    requireRules();
    checked.verified().findings().stream()
        .filter(finding -> finding.strength() == Finding.Strength.WEAK)
        .forEach(finding -> here.err().println("bawn: warning: " + finding.sentence()));
    AgentPlan plan = checked.session();
    gate.handover().write(plan.keys(), plan.argv());
  }

  /**
   * Starts it once its mirror is up to date; one that is kept current is. If root sealed another
   * state meanwhile, that one is checked in its turn, once; a change after that is refused by the
   * entry point.
   */
  void enterFresh(Checked checked, Chosen chosen, Wanted wanted) {
    requireRules();
    ProjectId mirror = checked.session().assignment().mirror();
    if (new LiveSign(gate.layout()).isCurrent(mirror, gate.rootOwned())) {
      enter(checked);
      return;
    }
    new MirrorSync(gate.installation()).run(checked.session());
    enter(isCurrent(checked) ? checked : plan(chosen, wanted));
  }

  /** A look that costs nothing: asking sudo itself takes 10 ms. */
  private void requireRules() {
    if (Files.notExists(gate.layout().sudoers())) {
      throw new Refused(
          gate.layout().sudoers() + " is missing, so sudo lets nobody start an agent",
          "ask root to write it again: sudo bawn-admin init");
    }
  }

  private boolean isCurrent(Checked checked) {
    try {
      return Files.readSymbolicLink(gate.layout().agent(checked.session().agent()))
          .endsWith(checked.session().serial().toString());
    } catch (IOException e) {
      return false;
    }
  }
}
