package dev.bawn.contract.trust;

import dev.bawn.contract.failure.Step;

/**
 * What checking a link found, when it did not break.
 *
 * @param step the link
 * @param strength how well it holds
 * @param sentence what was seen: lower case, no full stop
 */
public record Finding(Step step, Strength strength, String sentence) {

  /** How well a link holds. */
  public enum Strength {
    /** As it should. */
    HOLDS,
    /** Weaker than it could be, on this machine or for now. */
    WEAK
  }
}
