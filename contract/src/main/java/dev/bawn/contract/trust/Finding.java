package dev.bawn.contract.trust;

import dev.bawn.contract.failure.VerificationStep;
import java.util.List;

/**
 * The result of a verified step that did not fail.
 *
 * @param step the link
 * @param strength whether it is valid or weak
 * @param sentence the result, and what to do: lower case, no full stop
 * @param hint commands to type; lines that begin with {@code #} are comments
 */
public record Finding(
    VerificationStep step, Strength strength, String sentence, List<String> hint) {

  /** A finding without commands. */
  public Finding(VerificationStep step, Strength strength, String sentence) {
    this(step, strength, sentence, List.of());
  }

  /** The strength of a link. */
  public enum Strength {
    /** The link is valid. */
    HOLDS,
    /** The link is weaker than it could be, on this machine or for now. */
    WEAK
  }
}
