package dev.bawn.launcher.trust;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.failure.BrokenLink;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.layout.AgentNames;
import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.contract.trust.TrustChain;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** The agents that the caller may start: all of them for root, who may read everything. */
public final class YourAgents {

  private final SystemLayout layout;
  private final TrustChain chain;
  private final Uid caller;

  /**
   * @param layout the directories of agents
   * @param chain verifies manifests
   * @param caller the user
   */
  public YourAgents(SystemLayout layout, TrustChain chain, Uid caller) {
    this.layout = layout;
    this.chain = chain;
    this.caller = caller;
  }

  /** Tells whether this machine can have agents. */
  public boolean areThere() {
    return Files.isDirectory(layout.agents());
  }

  /**
   * The signed policy of each agent, sorted by name.
   *
   * @throws dev.bawn.contract.failure.BrokenLink at the first invalid signature
   */
  public List<Manifest> manifests() {
    List<Manifest> manifests = new ArrayList<>();
    for (AgentName agent : everybodys()) {
      manifest(agent).ifPresent(manifests::add);
    }
    return manifests;
  }

  /** The signed policies whose signature is valid, sorted by name. */
  public List<Manifest> intact() {
    List<Manifest> manifests = new ArrayList<>();
    for (AgentName agent : everybodys()) {
      try {
        manifest(agent).ifPresent(manifests::add);
      } catch (BrokenLink e) {
        // verify gives the reason
      }
    }
    return manifests;
  }

  /** The names of the caller's agents, including those with an invalid signature. */
  public List<AgentName> names() {
    return everybodys().stream().filter(this::mayBeYours).toList();
  }

  /** The names of the caller's agents and their projects. */
  public SortedSet<String> words() {
    SortedSet<String> words = new TreeSet<>();
    for (AgentName agent : everybodys()) {
      try {
        Optional<Manifest> manifest = manifest(agent);
        manifest.ifPresent(yours -> {
          words.add(agent.text());
          yours.assignments().forEach(each -> words.add(each.id().text()));
        });
      } catch (BrokenLink e) {
        // also an agent of another operator: verify gives the reason
        words.add(agent.text());
      }
    }
    return words;
  }

  private boolean mayBeYours(AgentName agent) {
    try {
      return manifest(agent).isPresent();
    } catch (BrokenLink e) {
      return true;
    }
  }

  /**
   * The signed policy of an agent of the caller.
   *
   * @throws NotFound if there is no such agent
   * @throws Refused if it is another operator's
   */
  public Manifest require(AgentName agent) {
    Manifest manifest = chain.sealed(agent).manifest();
    chain.requireOperator(caller, manifest);
    return manifest;
  }

  /** The manifest of an agent, if it is the caller's. */
  private Optional<Manifest> manifest(AgentName agent) {
    try {
      Manifest manifest = chain.sealed(agent).manifest();
      boolean yours = caller.equals(Uid.ROOT) || manifest.operators().contains(caller);
      return yours ? Optional.of(manifest) : Optional.empty();
    } catch (Refused | NotFound e) {
      // an agent of another operator, or just deleted
      return Optional.empty();
    }
  }

  private List<AgentName> everybodys() {
    try {
      return AgentNames.all(layout);
    } catch (IOException e) {
      throw new NotFound("there are no agents on this machine", "ask root: sudo bawn-admin init");
    }
  }

  /**
   * Refuses the name of an agent that is not the caller's.
   *
   * @throws Refused if it is another operator's
   */
  public void requireNotOthers(String text) {
    named(text)
        .filter(agent -> !names().contains(agent))
        .ifPresent(agent -> {
          throw TrustChain.notYours(agent);
        });
  }

  /**
   * The agent of this name, also of other operators; empty if it does not exist or the name is not
   * valid.
   */
  public Optional<AgentName> named(String text) {
    return AgentNames.named(text, layout);
  }
}
