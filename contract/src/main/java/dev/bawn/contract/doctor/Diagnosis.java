package dev.bawn.contract.doctor;

import java.util.List;

/**
 * A problem.
 *
 * @param ailment its kind
 * @param what a sentence: lower case, no full stop
 * @param hint commands, one per line; lines that begin with {@code #} are comments
 */
public record Diagnosis(FindingKind ailment, String what, List<String> hint) {

  public Diagnosis {
    hint = List.copyOf(hint);
  }

  /**
   * Tells whether this is no problem: a user may need no agent, and AppArmor confines only agents.
   *
   * @param hasAgents whether the caller has agents
   */
  boolean isNote(boolean hasAgents) {
    return ailment == FindingKind.NO_AGENTS
        || ailment == FindingKind.APPARMOR_MISSING && !hasAgents;
  }

  /** A problem that a single command solves. */
  public static Diagnosis of(FindingKind ailment, String what, String hint) {
    return new Diagnosis(ailment, what, List.of(hint));
  }
}
