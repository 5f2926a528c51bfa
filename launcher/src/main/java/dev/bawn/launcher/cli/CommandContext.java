package dev.bawn.launcher.cli;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.layout.RootOwned;
import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.contract.trust.Depth;
import dev.bawn.contract.trust.Finding;
import dev.bawn.contract.trust.Installation;
import dev.bawn.contract.trust.Request;
import dev.bawn.contract.trust.SeenState;
import dev.bawn.contract.trust.TrustChain;
import dev.bawn.contract.trust.Verified;
import dev.bawn.contract.trust.VerifiedStart;
import dev.bawn.launcher.engine.Engine;
import dev.bawn.launcher.engine.LocalEngine;
import dev.bawn.launcher.facts.LocalSystem;
import dev.bawn.launcher.plan.AgentPlanner;
import dev.bawn.launcher.tool.DefinedTools;
import dev.bawn.launcher.tool.ToolSearch;
import dev.bawn.launcher.trust.SeenSerials;
import dev.bawn.launcher.trust.YourAgents;
import java.util.function.Consumer;

/**
 * The machine that a command reads, and the engine that runs its sessions.
 *
 * @param system the machine
 * @param engine runs sessions
 */
record CommandContext(LocalSystem system, Engine engine) {

  /** The context of a command on this machine. */
  static CommandContext onSystem(Surroundings here) {
    return new CommandContext(
        new LocalSystem(here.layout(), Installation.in(here.library()), RootOwned.onSystem()),
        LocalEngine.on(here.layout()));
  }

  SystemLayout layout() {
    return system.layout();
  }

  Installation installation() {
    return system.installation();
  }

  RootOwned rootOwned() {
    return system.rootOwned();
  }

  TrustChain chain() {
    return new TrustChain(layout(), installation(), rootOwned());
  }

  AgentPlanner planner(Surroundings here) {
    ToolSearch search = new ToolSearch(here.environment());
    return new AgentPlanner(
        installation(), new DefinedTools(layout(), system.definitions(), search));
  }

  YourAgents agents(Surroundings here) {
    return new YourAgents(layout(), chain(), here.user());
  }

  /** Verifies V1 to V11 for the caller and the chosen project. */
  VerifiedStart start(AgentChoice chosen, Surroundings here) {
    Verified verified = check(chosen.agent(), Depth.START, here, finding -> {});
    return chain().start(verified, chosen.assignment(verified.manifest()).id());
  }

  /** Verifies the steps of {@code depth} for the caller, and then records the serial as seen. */
  Verified check(AgentName agent, Depth depth, Surroundings here, Consumer<Finding> told) {
    SeenSerials seen = SeenSerials.in(here.environment());
    Verified verified =
        chain().check(new Request(agent, here.user(), seen.latest(agent), depth), told);
    boolean remembered = seen.remember(agent, SeenState.of(verified.manifest()));
    if (!remembered && !here.user().equals(Uid.ROOT)) {
      String place = seen.directory().map(each -> " in " + Printable.whole(each)).orElse("");
      here.note(
          "bawn: warning: bawn cannot record the serial of "
              + agent
              + place
              + ", so it does not detect when an older policy replaces this one");
    }
    return verified;
  }
}
