package dev.bawn.admin.sealing;

import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.ProjectId;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The decisions of root about an agent. The other files of the policy directory follow from them.
 *
 * @param manifest the policy; its {@code files} are ignored and computed again
 * @param instructions for each project with instructions, the bytes of the file that root gave
 */
public record PolicyDecisions(Manifest manifest, SortedMap<ProjectId, byte[]> instructions) {

  public PolicyDecisions {
    instructions = Collections.unmodifiableSortedMap(new TreeMap<>(instructions));
  }
}
