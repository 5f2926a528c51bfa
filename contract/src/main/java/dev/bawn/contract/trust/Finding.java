package dev.bawn.contract.trust;

import dev.bawn.contract.failure.VerificationStep;
import java.util.List;

/**
 * The result of a verified step that did not fail.
 *
 * @param step the link
 * @param strength how well it holds
 * @param sentence what was seen, and what to do: lower case, no full stop
 * @param mend what to do as lines to type; lines that begin with {@code #} are for the reader
 */
public record Finding(
    VerificationStep step, Strength strength, String sentence, List<String> mend) {

  /** One without anything to do. */
  public Finding(VerificationStep step, Strength strength, String sentence) {
    this(step, strength, sentence, List.of());
  }

  /** How well a link holds. */
  public enum Strength {
    /** As it should. */
    HOLDS,
    /** Weaker than it could be, on this machine or for now. */
    WEAK
  }
}
