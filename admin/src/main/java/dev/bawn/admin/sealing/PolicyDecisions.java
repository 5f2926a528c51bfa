package dev.bawn.admin.sealing;

import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.ProjectId;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The decisions of root about an agent. The other files of the policy directory follow from them.
 *
 * @param manifest the policy; its {@code files} are ignored and computed again
 * @param instructions for each project with instructions, the bytes of the file that root gave
 * @param made the new key of the agent; empty if it keeps its key or has none
 */
public record PolicyDecisions(
    Manifest manifest, SortedMap<ProjectId, byte[]> instructions, Optional<NewIdentity> made) {

  public PolicyDecisions {
    instructions = Collections.unmodifiableSortedMap(new TreeMap<>(instructions));
  }

  /** Decisions that make no key. */
  public PolicyDecisions(Manifest manifest, SortedMap<ProjectId, byte[]> instructions) {
    this(manifest, instructions, Optional.empty());
  }
}
