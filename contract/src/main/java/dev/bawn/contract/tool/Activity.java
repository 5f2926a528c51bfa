package dev.bawn.contract.tool;

import dev.bawn.contract.agent.Spelling;

/** The activity of a tool in a running session, as far as its definition describes it. */
public enum Activity implements Spelling {
  /** It waits for an answer, for example to whether it may run a command. */
  WAITING,
  /** It works on a prompt. */
  WORKING,
  /** It has done what it was told, and takes the next prompt. */
  IDLE,
  /** Nothing tells. */
  UNKNOWN
}
