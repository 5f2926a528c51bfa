package dev.bawn.contract.trust;

import dev.bawn.contract.failure.VerificationStep;
import java.util.List;

/**
 * The result of a verified step that did not fail.
 *
 * @param step the link
 * @param strength whether it is valid or weak
 * @param what the result: lower case, no full stop
 * @param advice the solution as part of a sentence; empty if there is none
 * @param hint the solution as commands to type; lines that begin with {@code #} are comments
 */
public record Finding(
    VerificationStep step, Strength strength, String what, String advice, List<String> hint) {

  /** A finding without a solution. */
  public Finding(VerificationStep step, Strength strength, String what) {
    this(step, strength, what, "", List.of());
  }

  /** The result with its solution. */
  public String sentence() {
    return advice.isEmpty() ? what : what + "; " + advice;
  }

  /** The strength of a link. */
  public enum Strength {
    /** The link is valid. */
    HOLDS,
    /** The link is weaker than it could be, on this machine or for now. */
    WEAK
  }
}
