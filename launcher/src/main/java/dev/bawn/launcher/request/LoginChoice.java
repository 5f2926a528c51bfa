package dev.bawn.launcher.request;

import dev.bawn.contract.agent.Spelling;

/** Which login the tool of a session has. */
public enum LoginChoice implements Spelling {
  /** One for all sessions of the tool. */
  SHARED,
  /** One of its own, in its home directory. */
  SEPARATE
}
