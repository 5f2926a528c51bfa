package dev.bawn.launcher.doctor;

import dev.bawn.contract.agent.Spelling;

/**
 * The result of an attack.
 *
 * @param attack the attack
 * @param outcome its outcome
 * @param excuse the reason why it may succeed here; empty if it must not
 */
public record AttackResult(Attack attack, Outcome outcome, String excuse) {

  /** The outcome of an attack. */
  public enum Outcome implements Spelling {
    /** The attack succeeded. */
    POSSIBLE,
    /** The attack was refused. */
    REFUSED,
    /** The target does not exist. */
    ABSENT,
    /** The agent may not run the program that the attack needs. */
    UNTRIED
  }

  /** Tells whether an attack succeeded that must not. */
  public boolean isBreach() {
    return outcome == Outcome.POSSIBLE && excuse.isEmpty();
  }
}
