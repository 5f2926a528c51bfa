package dev.bawn.contract.trust;

import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.Serial;
import dev.bawn.contract.agent.Uid;

/**
 * A sealed state that an operator's launcher has verified before. Uids are never given out again
 * and grow, so of two states of one name the later one has the higher uid (the agent was deleted
 * and made anew in between), or the same uid and the higher serial.
 *
 * @param uid of the agent's account
 * @param serial of the state
 */
public record SeenState(Uid uid, Serial serial) {

  /** The state that this manifest describes. */
  public static SeenState of(Manifest manifest) {
    return new SeenState(manifest.uid(), manifest.serial());
  }

  /** Whether this state was sealed after the other one. */
  public boolean isLaterThan(SeenState other) {
    int byUid = uid.compareTo(other.uid);
    return byUid > 0 || byUid == 0 && serial.compareTo(other.serial) > 0;
  }

  /** For people. */
  @Override
  public String toString() {
    return "serial " + serial + " of uid " + uid;
  }
}
