package dev.bawn.admin.change;

import dev.bawn.contract.agent.Spelling;

/** Who may start an agent after a change, compared with before. */
public enum Audience implements Spelling {
  /** The same operators. */
  SAME,
  /** More of them: they can look at what the agent wrote. */
  WIDER,
  /** An operator was removed: all sessions of the agent end. */
  NARROWER;
}
