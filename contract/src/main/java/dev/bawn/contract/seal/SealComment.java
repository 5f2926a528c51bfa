package dev.bawn.contract.seal;

import dev.bawn.contract.agent.AgentName;

/**
 * The trusted comment of a manifest's signature, {@code bawn 1 agent=a.noir serial=17}, which ties
 * it to its directory.
 */
public final class SealComment {

  private SealComment() {}

  /**
   * The required comment of a signature.
   *
   * @param agent of the manifest
   * @param serial of the policy, in decimal: the name of its directory
   */
  public static String of(AgentName agent, String serial) {
    return "bawn 1 agent=" + agent + " serial=" + serial;
  }
}
