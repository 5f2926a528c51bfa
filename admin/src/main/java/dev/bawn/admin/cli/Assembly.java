package dev.bawn.admin.cli;

import dev.bawn.admin.account.Accounts;
import dev.bawn.admin.account.OperatorAccounts;
import dev.bawn.admin.account.SudoersFile;
import dev.bawn.admin.account.UidUse;
import dev.bawn.admin.agent.Agents;
import dev.bawn.admin.agent.CommitKeys;
import dev.bawn.admin.agent.Mirrors;
import dev.bawn.admin.agent.Projects;
import dev.bawn.admin.agent.UidCounter;
import dev.bawn.admin.allowlist.Allowlist;
import dev.bawn.admin.apparmor.AgentProfiles;
import dev.bawn.admin.apparmor.KernelPolicy;
import dev.bawn.admin.change.KeyRotation;
import dev.bawn.admin.change.PolicyChanges;
import dev.bawn.admin.change.Preview;
import dev.bawn.admin.change.Transaction;
import dev.bawn.admin.mirror.LiveMirrors;
import dev.bawn.admin.mirror.Progress;
import dev.bawn.admin.mirror.SandboxedMirrors;
import dev.bawn.admin.recipe.MachineProbe;
import dev.bawn.admin.sealing.GenerationWriter;
import dev.bawn.admin.sealing.IdentityFiles;
import dev.bawn.admin.sealing.SealedState;
import dev.bawn.admin.sealing.SigningKeys;
import dev.bawn.admin.system.Policies;
import dev.bawn.admin.system.SystemEffects;
import dev.bawn.admin.tool.ToolStoreChange;
import dev.bawn.admin.toolstore.ToolStore;
import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.failure.Failure;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.layout.RootOwned;
import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.contract.tool.ToolDefinitions;
import dev.bawn.contract.trust.IdentityLink;
import dev.bawn.contract.trust.Installation;
import dev.bawn.contract.trust.TrustChain;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;

/** Creates the objects that a command needs, for the machine that it runs on. */
final class Assembly {

  private final Surroundings here;
  private final SystemLayout layout;
  private final RootOwned rootOwned = RootOwned.onSystem();
  private final SigningKeys keys;
  private final OperatorAccounts operatorAccounts = new OperatorAccounts();

  Assembly(Surroundings here) {
    this.here = here;
    this.layout = here.layout();
    this.keys = new SigningKeys(layout, rootOwned, new TypedPassphrase(here));
  }

  /** Refuses commands that make no sense before {@code init}. */
  void requireInitialised() {
    if (!Files.isDirectory(layout.agents())) {
      throw new Refused("bawn is not set up on this machine", "run: sudo bawn-admin init");
    }
  }

  /** Reads and verifies the policy of an agent. */
  static Manifest manifest(AgentName agent, Surroundings here) throws IOException {
    Assembly assembly = new Assembly(here);
    assembly.requireInitialised();
    return assembly.state().manifest(agent);
  }

  SystemLayout layout() {
    return layout;
  }

  RootOwned rootOwned() {
    return rootOwned;
  }

  TrustChain chain() {
    return new TrustChain(layout, Installation.in(here.library()), rootOwned);
  }

  SealedState state() {
    return new SealedState(layout, chain());
  }

  /**
   * Returns the assignments of an agent; empty if the agent does not exist or its policy cannot be
   * verified.
   */
  List<Assignment> assignments(AgentName agent) throws IOException {
    try {
      return state().manifest(agent).assignments();
    } catch (Failure e) {
      return List.of();
    }
  }

  /** Returns the definitions of known tools. */
  ToolDefinitions definitions() {
    return new ToolDefinitions(layout, here.library(), rootOwned);
  }

  /** The tools that root adopted. */
  ToolStore toolStore() {
    return new ToolStore(layout, rootOwned);
  }

  ToolStoreChange toolStoreChange() {
    return new ToolStoreChange(layout, toolStore(), rootOwned);
  }

  SigningKeys keys() {
    return keys;
  }

  /**
   * Asks for the passphrase if the signing key has one. A command does so before each step that
   * takes long. The passphrase is asked for once, because this assembly keeps the key.
   */
  void openKey() throws IOException {
    if (keys.isProtected()) {
      keys.current();
    }
  }

  Policies kernel() {
    return new KernelPolicy(layout);
  }

  Accounts accounts() {
    return new Accounts(layout);
  }

  SudoersFile sudoers() {
    return new SudoersFile(layout, here.library());
  }

  SystemEffects effects() {
    return new SystemEffects(layout, accounts(), sudoers(), kernel(), operatorAccounts);
  }

  Transaction transaction() {
    return new Transaction(layout, state(), effects(), keys, toolStore());
  }

  KeyRotation keyRotation() {
    return new KeyRotation(layout, state(), effects(), keys, toolStore());
  }

  /** Shows what a command would change. */
  Preview preview() {
    return new Preview(
        layout, state(), manifests -> sudoers().text(operatorAccounts.inForce(manifests)));
  }

  /**
   * Returns the operations on agents.
   *
   * @param uids allocates the user IDs of new agents
   * @param maker makes their keys for commits
   */
  Agents agents(PolicyChanges changes, Agents.Numbers uids, CommitKeys.Maker maker)
      throws IOException {
    GenerationWriter writer =
        new GenerationWriter(
            layout,
            new MachineProbe(layout, definitions()),
            new AgentProfiles(layout, here.library()),
            keys()::current);
    return new Agents(
        layout,
        state(),
        changes,
        writer,
        new Allowlist(layout, rootOwned, toolStore(), definitions()),
        effects(),
        uids,
        new CommitKeys(maker, new IdentityLink(layout, rootOwned)::isIntact),
        here.clock());
  }

  /** Compares the uids of operators with the user names that root named. */
  OperatorAccounts operatorAccounts() {
    return operatorAccounts;
  }

  IdentityFiles identities() {
    return new IdentityFiles(layout);
  }

  UidUse uidUse() {
    return new UidUse(layout);
  }

  UidCounter uids() {
    return new UidCounter(layout, uidUse());
  }

  Projects projects() {
    return new Projects(layout, state());
  }

  Mirrors mirrors() {
    return sandboxedMirrors();
  }

  LiveMirrors liveMirrors() {
    return new LiveMirrors(layout, sandboxedMirrors(), line -> Messages.say(here, line));
  }

  /** Returns mirrors without a progress bar, for commands that create several mirrors at once. */
  Mirrors mirrorsWithoutBar() {
    return sandboxedMirrors(Progress.NONE);
  }

  private SandboxedMirrors sandboxedMirrors() {
    return sandboxedMirrors(CopyBar.canBeShown(here) ? new CopyBar(here) : Progress.NONE);
  }

  private SandboxedMirrors sandboxedMirrors(Progress progress) {
    return new SandboxedMirrors(layout, here.library(), line -> Messages.say(here, line), progress);
  }

  /** Describes in a word what the kernel has loaded for an agent's policy. */
  String kernelState(Manifest manifest) {
    return kernel().describe(manifest.agent());
  }
}
