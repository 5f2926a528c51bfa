package dev.bawn.admin.sealing;

import dev.bawn.admin.recipe.Instructions;
import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.ProjectId;
import dev.bawn.contract.agent.Serial;
import dev.bawn.contract.agent.Sha256;
import dev.bawn.contract.failure.NearestMatch;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.layout.AgentNames;
import dev.bawn.contract.layout.Generation;
import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.contract.trust.TrustChain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Reads the policies of this machine and verifies their signatures: nothing unsigned is ever used.
 */
public final class SealedState {

  private final SystemLayout layout;
  private final TrustChain chain;

  /**
   * @param layout with the policy directories
   * @param chain verifies the signatures
   */
  public SealedState(SystemLayout layout, TrustChain chain) {
    this.layout = layout;
    this.chain = chain;
  }

  /** Returns all agents, by name. */
  public List<AgentName> agents() throws IOException {
    return Files.isDirectory(layout.agents()) ? AgentNames.all(layout) : List.of();
  }

  /** Tells whether this agent exists. */
  public boolean has(AgentName agent) {
    return Files.isSymbolicLink(layout.agent(agent));
  }

  /**
   * Returns the serial of an agent's current policy; empty if the agent does not exist, or its link
   * does not lead to a policy.
   */
  public Optional<Serial> serial(AgentName agent) throws IOException {
    Path link = layout.agent(agent);
    if (!Files.isSymbolicLink(link)) {
      return Optional.empty();
    }
    return Optional.of(Files.readSymbolicLink(link).getFileName().toString())
        .filter(name -> name.matches("[1-9][0-9]{0,17}"))
        .map(name -> new Serial(Long.parseLong(name)));
  }

  /**
   * Requires that this agent exists.
   *
   * @throws NotFound if it does not, with the most similar name
   */
  public void require(AgentName agent) throws IOException {
    if (!has(agent)) {
      List<String> all = agents().stream().map(AgentName::text).toList();
      throw new NotFound(
          "there is no agent '" + agent + "'",
          NearestMatch.hint(agent.text(), all, "see: sudo bawn-admin list"));
    }
  }

  /**
   * Returns the policy directory of an agent and its manifest, after its signature was verified.
   *
   * @throws NotFound as {@link #require} does
   */
  public TrustChain.Sealed sealed(AgentName agent) throws IOException {
    require(agent);
    return chain.sealed(agent);
  }

  /**
   * Returns the manifest of an agent, after its signature was verified.
   *
   * @throws NotFound as {@link #require} does
   */
  public Manifest manifest(AgentName agent) throws IOException {
    return sealed(agent).manifest();
  }

  /**
   * Returns all manifests with valid signatures, in the order of their agents. An agent without a
   * valid signature is left out: no operator can start it until it is repaired.
   */
  public List<Manifest> manifests() throws IOException {
    return chain.intact(agents()).stream().map(TrustChain.Sealed::manifest).toList();
  }

  /** Returns the agents that {@link #manifests} leaves out. */
  public List<AgentName> broken() throws IOException {
    List<AgentName> broken = new ArrayList<>(agents());
    manifests().forEach(manifest -> broken.remove(manifest.agent()));
    return broken;
  }

  /**
   * Tells whether the mirrors, keys and programs of all agents are known. Otherwise none may be
   * removed as unused, and none may get a name that may be in use.
   *
   * @param manifests as {@link #manifests} returned them
   */
  public boolean isComplete(List<Manifest> manifests) throws IOException {
    return manifests.size() == agents().size() && new AgentRemains(layout).lost().isEmpty();
  }

  /**
   * Requires that the projects of all agents are known.
   *
   * @throws Refused if not
   */
  public void requireComplete() throws IOException {
    new AgentRemains(layout).requireNone("see: sudo bawn-admin doctor");
    List<AgentName> broken = broken();
    if (!broken.isEmpty()) {
      throw new Refused(
          "the policy of "
              + broken.getFirst()
              + " cannot be verified, so bawn-admin does not know its projects",
          "see: sudo bawn-admin verify "
              + broken.getFirst()
              + "; to remove the agent: sudo bawn-admin delete "
              + broken.getFirst());
    }
  }

  /** Returns all decisions about an agent, after signature and digests were verified. */
  public PolicyDecisions decisions(AgentName agent) throws IOException {
    TrustChain.Sealed sealed = sealed(agent);
    SortedMap<ProjectId, byte[]> instructions = new TreeMap<>();
    for (var assignment : sealed.manifest().assignments()) {
      String name = Instructions.fileName(assignment.id());
      Sha256 digest = sealed.manifest().files().get(name);
      if (digest != null) {
        instructions.put(assignment.id(), read(sealed.generation(), name, digest));
      }
    }
    return new PolicyDecisions(sealed.manifest(), instructions);
  }

  private static byte[] read(Generation generation, String name, Sha256 digest) throws IOException {
    byte[] bytes = Files.readAllBytes(generation.directory().resolve(name));
    if (!Sha256.of(bytes).equals(digest)) {
      throw new Refused(
          "the signed file " + name + " was changed",
          "assign the project again with --instructions");
    }
    return bytes;
  }
}
