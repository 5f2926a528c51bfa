package dev.bawn.launcher.cli;

import dev.bawn.contract.agent.AdoptedTool;
import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.agent.KeyName;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.Workspace;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.trust.CurrentMarker;
import dev.bawn.contract.trust.Finding;
import dev.bawn.contract.trust.KernelLink;
import dev.bawn.contract.trust.VerifiedStart;
import dev.bawn.launcher.agent.MirrorSync;
import dev.bawn.launcher.agent.ProjectListing;
import dev.bawn.launcher.key.Key;
import dev.bawn.launcher.key.KeyFile;
import dev.bawn.launcher.machine.Perl;
import dev.bawn.launcher.plan.AgentPlanner;
import dev.bawn.launcher.plan.StartPlan;
import dev.bawn.launcher.record.SessionFile;
import dev.bawn.launcher.request.Wanted;
import dev.bawn.launcher.tool.MissingKeys;
import dev.bawn.launcher.tool.OneTimeHints;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Starts an agent session: verifies the signed policy, checks the kernel, updates the mirror,
 * enters.
 */
final class AgentStart {

  private final CommandContext context;
  private final Surroundings here;
  private final boolean isQuiet;

  /**
   * @param isQuiet whether to omit the line about the start
   */
  AgentStart(CommandContext context, Surroundings here, boolean isQuiet) {
    this.context = context;
    this.here = here;
    this.isQuiet = isQuiet;
  }

  /**
   * A plan whose chain was verified.
   *
   * @param verified the verified policy
   * @param session the plan
   * @param command the program to run
   * @param missing keys that its tool needs
   */
  record Checked(
      VerifiedStart verified,
      StartPlan session,
      CommandName command,
      Optional<MissingKeys> missing) {}

  /**
   * Verifies and plans; changes nothing.
   *
   * @throws NotFound if the tool needs missing keys, and cannot log in instead
   */
  Checked plan(AgentChoice chosen, Wanted wanted) {
    Perl.require(here.layout());
    VerifiedStart verified = context.start(chosen, here);
    Manifest manifest = verified.manifest();
    AgentPlanner planner = context.planner(here);
    CommandName command = planner.command(verified, wanted);
    List<Key> keys = keys(manifest);
    StartPlan plan = planner.plan(verified, wanted, keys);
    // a command line such as --version may not use the tool's service
    Optional<MissingKeys> missing =
        wanted instanceof Wanted.CommandLine ? Optional.empty() : missing(manifest, command, keys);
    if (missing.isPresent() && !missing.get().logsIn()) {
      throw missing.get().refusal();
    }
    return new Checked(verified, plan, command, missing);
  }

  private Optional<MissingKeys> missing(Manifest manifest, CommandName command, List<Key> keys) {
    Optional<AdoptedTool> tool = manifest.tool(command);
    // the definition is not read if it would not matter
    if (tool.isEmpty()
        || tool.get().keys().isEmpty()
        || told().has(OneTimeHints.missingKeys(manifest, tool.get().name()))) {
      return Optional.empty();
    }
    Set<KeyName> given = new HashSet<>();
    for (Key key : keys) {
      given.add(key.name());
    }
    for (KeyName name : tool.get().keys()) {
      if (!here.environment().getOrDefault(name.text(), "").isEmpty()) {
        given.add(name);
      }
    }
    CommandName name = tool.get().name();
    return MissingKeys.of(name, context.system().definitions().of(name).keys(), given::contains);
  }

  /** The stored keys that the agent's tools read and the caller's environment lacks. */
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
    Optional<KeyFile> file = KeyFile.in(here.environment(), here.user());
    return file.isPresent() ? file.get().these(names) : List.of();
  }

  /**
   * Starts the session on the mirror as it is.
   *
   * @throws Refused if root's rules for sudo are missing; sudo would only ask for a password
   */
  void enter(Checked checked) {
    announce(checked);
    context.engine().start(checked.session());
  }

  /**
   * Prints the warnings and the lines of a start.
   *
   * @throws Refused if root's rules for sudo are missing; sudo would only ask for a password
   */
  void announce(Checked checked) {
    requireRules();
    checked.verified().findings().stream()
        .filter(finding -> finding.strength() == Finding.Strength.WEAK)
        .forEach(this::warn);
    if (checked.missing().isPresent()) {
      here.note("bawn: hint: " + checked.missing().get().sentence());
      told().note(OneTimeHints.missingKeys(checked.verified().manifest(), checked.command()));
    }
    if (here.terminals().err() && !isQuiet) {
      tell(checked);
    }
  }

  private void tell(Checked checked) {
    Manifest manifest = checked.verified().manifest();
    Assignment assignment = checked.verified().assignment();
    boolean isOverlay = assignment.workspace() == Workspace.OVERLAY;
    String words = manifest.agent() + " " + assignment.id();
    here.note(
        "bawn: "
            + manifest.agent()
            + ": "
            + checked.command()
            + (isOverlay ? " in an overlay on " : " in a copy of ")
            + Printable.of(assignment.source().text())
            + ", network "
            + manifest.network().word());
    if (isOverlay) {
      // no program of the user is left that could print this at the end
      here.note("bawn: for its changes: bawn diff " + words + ", bawn merge " + words + " --all");
    }
  }

  /**
   * Prints a weak finding: the kernel lacks a part of the sandbox, and {@code verify} shows which.
   */
  private void warn(Finding finding) {
    String name = OneTimeHints.noAppArmor(SessionFile.line(context.layout().at("etc/machine-id")));
    boolean isOfKernel = finding.sentence().equals(KernelLink.NO_APPARMOR);
    if (isOfKernel && told().has(name)) {
      return;
    }
    here.note("bawn: warning: " + finding.sentence());
    if (isOfKernel) {
      told().note(name);
    }
  }

  /**
   * Starts the session after an update of the mirror, unless it is current. If root signed another
   * policy in between, that one is verified, once; the entry point refuses a change after that.
   */
  void enterFresh(Checked checked, AgentChoice chosen, Wanted wanted) {
    enter(fresh(checked, chosen, wanted));
  }

  /** Updates the mirror as {@link #enterFresh}, and returns the plan to start. */
  Checked fresh(Checked checked, AgentChoice chosen, Wanted wanted) {
    requireRules();
    if (isUpToDate(checked.verified().assignment())) {
      // the start itself refuses an overlay that is in use, and needs no JNA for that
      return checked;
    }
    if (checked.verified().assignment().workspace() == Workspace.OVERLAY) {
      AgentOverlay.requireFree(checked.verified(), context.layout());
    }
    new MirrorSync(context.installation(), isQuiet).run(checked.verified(), here);
    return isCurrent(checked) ? checked : plan(chosen, wanted);
  }

  /**
   * Tells whether a watcher keeps the mirror current, or the project has not changed since the last
   * sync.
   */
  private boolean isUpToDate(Assignment assignment) {
    return new CurrentMarker(context.layout()).isCurrent(assignment.mirror(), context.rootOwned())
        || ProjectListing.of(
                assignment,
                here.user(),
                context.layout(),
                context.installation(),
                context.rootOwned())
            .filter(ProjectListing::isSame)
            .isPresent();
  }

  private OneTimeHints told() {
    return OneTimeHints.in(here.environment());
  }

  /** Requires the rules for sudo by reading their file: a call of sudo takes 10 ms. */
  private void requireRules() {
    if (Files.notExists(context.layout().sudoers())) {
      throw new Refused(
          context.layout().sudoers() + " is missing, so nobody can start an agent",
          "ask root to write it again: sudo bawn-admin init");
    }
  }

  private boolean isCurrent(Checked checked) {
    try {
      return Files.readSymbolicLink(context.layout().agent(checked.verified().manifest().agent()))
          .endsWith(checked.verified().manifest().serial().toString());
    } catch (IOException e) {
      return false;
    }
  }
}
