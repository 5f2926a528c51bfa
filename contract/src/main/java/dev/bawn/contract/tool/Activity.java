package dev.bawn.contract.tool;

import dev.bawn.contract.agent.Spelling;

/** The activity of a tool in a running session, as far as its definition describes it. */
public enum Activity implements Spelling {
  /** It waits for an answer, for example for permission to run a command. */
  WAITING,
  /** It works on a prompt. */
  WORKING,
  /** It has finished, and waits for the next prompt. */
  IDLE,
  /** The activity cannot be determined. */
  UNKNOWN
}
