package dev.bawn.launcher.cli;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.layout.Layout;
import dev.bawn.contract.layout.PersonalFiles;
import dev.bawn.contract.layout.RootOwned;
import dev.bawn.contract.tool.ToolDefinitions;
import dev.bawn.contract.trust.Depth;
import dev.bawn.contract.trust.Finding;
import dev.bawn.contract.trust.Installation;
import dev.bawn.contract.trust.Request;
import dev.bawn.contract.trust.Seen;
import dev.bawn.contract.trust.TrustChain;
import dev.bawn.contract.trust.Verified;
import dev.bawn.contract.trust.VerifiedStart;
import dev.bawn.launcher.agent.AgentPlanner;
import dev.bawn.launcher.config.PersonalDirectory;
import dev.bawn.launcher.config.Settings;
import dev.bawn.launcher.session.DefinedTools;
import dev.bawn.launcher.session.Handover;
import dev.bawn.launcher.tool.RememberedTools;
import dev.bawn.launcher.tool.ToolSearch;
import dev.bawn.launcher.trust.SeenSerials;
import dev.bawn.launcher.trust.YourAgents;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What a command checks with and starts through.
 *
 * @param layout the system that is looked at
 * @param installation the programs that a start relies on
 * @param rootOwned what decides whether a place is root's
 * @param handover how the start stub gets a plan
 */
record Gate(Layout layout, Installation installation, RootOwned rootOwned, Handover handover) {

  /** The one of the running system. */
  static Gate onSystem(Surroundings here) {
    return new Gate(
        here.layout(), Installation.in(here.library()), RootOwned.onSystem(), Handover.toStub());
  }

  TrustChain chain() {
    return new TrustChain(layout, installation, rootOwned);
  }

  /** What is known about tools; read when it is asked for. */
  ToolDefinitions definitions() {
    return new ToolDefinitions(layout, installation.library(), rootOwned);
  }

  /** The same for sessions of the caller's own, with what the caller defined. */
  ToolDefinitions ownDefinitions(Surroundings here) {
    Optional<Path> yours = PersonalDirectory.CONFIG.in(here.environment());
    return yours.isPresent()
        ? definitions().with(yours.get().resolve("tools.d"), files(here))
        : definitions();
  }

  /** The programs that the caller named for tools. */
  RememberedTools rememberedTools(Surroundings here) {
    return RememberedTools.in(here.environment(), files(here));
  }

  /** Reads what decides about sessions of the caller's own. */
  PersonalFiles files(Surroundings here) {
    return new PersonalFiles(here.user(), layout);
  }

  /** What holds for the caller's own sessions, in a project if there is one. */
  Settings settings(Optional<Path> project, Surroundings here) {
    return Settings.of(here.environment(), project, files(here));
  }

  AgentPlanner planner(Surroundings here) {
    ToolSearch search = new ToolSearch(here.environment());
    return new AgentPlanner(installation, new DefinedTools(layout, definitions(), search));
  }

  YourAgents agents(Surroundings here) {
    return new YourAgents(layout, chain(), here.user());
  }

  /** V1 to V11 for the caller, of the project that is meant. */
  VerifiedStart start(Chosen chosen, Surroundings here) {
    Verified verified = check(chosen.agent(), Depth.START, here, finding -> {});
    return chain().start(verified, chosen.assignment(verified.manifest()).id());
  }

  /** V1 to V10 for the caller, and the serial remembered once they all hold. */
  Verified check(AgentName agent, Depth depth, Surroundings here, Consumer<Finding> told) {
    SeenSerials seen = SeenSerials.in(here.environment());
    Verified verified =
        chain().check(new Request(agent, here.user(), seen.latest(agent), depth), told);
    boolean remembered = seen.remember(agent, Seen.of(verified.manifest()));
    if (!remembered && !here.user().equals(Uid.ROOT)) {
      here.err()
          .println(
              "bawn: warning: cannot remember the serial of "
                  + agent
                  + ", so an older state would not be noticed");
    }
    return verified;
  }
}
