package dev.bawn.launcher.doctor;

import dev.bawn.contract.agent.Spelling;

/**
 * The result of an attack.
 *
 * @param attack which
 * @param outcome how it went
 * @param excuse why it may work here, empty where it must not
 */
public record AttackResult(Attack attack, Outcome outcome, String excuse) {

  /** How an attack went. */
  public enum Outcome implements Spelling {
    /** It worked. */
    POSSIBLE,
    /** Something said no. */
    REFUSED,
    /** There is nothing of that name to attack. */
    ABSENT,
    /** The agent may not run what it needs. */
    UNTRIED
  }

  /** Whether something works that must not. */
  public boolean isBreach() {
    return outcome == Outcome.POSSIBLE && excuse.isEmpty();
  }
}
