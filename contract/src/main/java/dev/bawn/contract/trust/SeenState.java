package dev.bawn.contract.trust;

import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.Serial;
import dev.bawn.contract.agent.Uid;

/**
 * A policy that an operator's launcher has verified before. Uids grow and are never reused. So of
 * two policies of one name, the later one has the higher uid (the agent was deleted and created
 * again), or the same uid and the higher serial.
 *
 * @param uid of the agent's account
 * @param serial of the policy
 */
public record SeenState(Uid uid, Serial serial) {

  /** The state of this manifest. */
  public static SeenState of(Manifest manifest) {
    return new SeenState(manifest.uid(), manifest.serial());
  }

  /** Tells whether this policy was signed after the other one. */
  public boolean isLaterThan(SeenState other) {
    int byUid = uid.compareTo(other.uid);
    return byUid > 0 || byUid == 0 && serial.compareTo(other.serial) > 0;
  }

  /** The number of times after which a manifest that is signed again is not older than this one. */
  long signaturesAfter(Manifest older) {
    return Math.max(1, serial.number() - older.serial().number());
  }

  /** The state as text for messages. */
  @Override
  public String toString() {
    return "serial " + serial + " of uid " + uid;
  }
}
