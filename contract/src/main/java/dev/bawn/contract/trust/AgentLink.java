package dev.bawn.contract.trust;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.failure.BrokenLink;
import dev.bawn.contract.failure.NearestMatch;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.VerificationStep;
import dev.bawn.contract.layout.AgentNames;
import dev.bawn.contract.layout.Generation;
import dev.bawn.contract.layout.RootOwned;
import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/** V2: the agent's link leads to one of its policy directories, which belongs to root. */
final class AgentLink {

  private final SystemLayout layout;
  private final RootOwned rootOwned;

  AgentLink(SystemLayout layout, RootOwned rootOwned) {
    this.layout = layout;
    this.rootOwned = rootOwned;
  }

  Generation follow(AgentName agent) {
    Path link = layout.agent(agent);
    requireRoots(agent, link.getParent());
    Path directory = target(agent, link);
    if (!layout.generations(agent).equals(directory.getParent())) {
      throw new BrokenLink(
          VerificationStep.V2,
          "the link of " + agent + " leads to another directory",
          "a directory in " + layout.generations(agent),
          directory.toString(),
          hint(agent));
    }
    requireRoots(agent, directory);
    if (!Files.isReadable(directory)) {
      throw TrustChain.notYours(agent);
    }
    return new Generation(directory);
  }

  private Path target(AgentName agent, Path link) {
    try {
      return link.resolveSibling(Files.readSymbolicLink(link)).normalize();
    } catch (NoSuchFileException e) {
      throw new NotFound(
          "there is no agent '" + agent + "'",
          NearestMatch.hint(agent.text(), all(), "see: bawn agents"));
    } catch (IOException | UnsupportedOperationException e) {
      String found = Files.isDirectory(link, LinkOption.NOFOLLOW_LINKS) ? "a directory" : "no link";
      throw new BrokenLink(
          VerificationStep.V2,
          "the policy directory of " + agent + " is not a link",
          "a link",
          found,
          hint(agent));
    }
  }

  private List<String> all() {
    try {
      return AgentNames.all(layout).stream().map(AgentName::text).toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  private void requireRoots(AgentName agent, Path path) {
    rootOwned
        .problem(path)
        .ifPresent(problem -> {
          throw new BrokenLink(
              VerificationStep.V2,
              "the policy directory of " + agent + " cannot be trusted: " + problem.sentence(),
              problem.rule(),
              problem.found(),
              problem.hint(hint(agent)));
        });
  }

  /** The hint about a missing or changed file of the policy. */
  static String hint(AgentName agent) {
    return "restore the policy of "
        + agent
        + " from a backup, or delete the agent: sudo bawn-admin delete "
        + agent;
  }
}
