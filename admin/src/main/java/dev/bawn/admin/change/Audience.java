package dev.bawn.admin.change;

import dev.bawn.contract.agent.Spelling;

/** The users who may start an agent after a change, compared with those before. */
public enum Audience implements Spelling {
  /** The same operators. */
  SAME,
  /** An operator was added, who can read the files that the agent wrote. */
  WIDER,
  /** An operator was removed: all sessions of the agent end. */
  NARROWER;
}
