package dev.bawn.contract.seal;

import dev.bawn.contract.agent.AgentName;

/**
 * The trusted comment of a manifest's seal, {@code bawn 1 agent=a.noir serial=17}, which ties it to
 * its place.
 */
public final class SealComment {

  private SealComment() {}

  /**
   * The comment that a seal must have.
   *
   * @param agent whose manifest it seals
   * @param serial of the sealed state, in decimal: the name of its directory
   */
  public static String of(AgentName agent, String serial) {
    return "bawn 1 agent=" + agent + " serial=" + serial;
  }
}
