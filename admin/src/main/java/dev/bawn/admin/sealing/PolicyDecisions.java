package dev.bawn.admin.sealing;

import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.ProjectId;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The decisions of root about an agent. The other files of the policy directory follow from them.
 *
 * @param manifest its {@code files} are those of the state that it was read from, or none; they are
 *     made anew
 * @param instructions for each project that has some, the bytes of the file that root was given
 */
public record PolicyDecisions(Manifest manifest, SortedMap<ProjectId, byte[]> instructions) {

  public PolicyDecisions {
    instructions = Collections.unmodifiableSortedMap(new TreeMap<>(instructions));
  }
}
