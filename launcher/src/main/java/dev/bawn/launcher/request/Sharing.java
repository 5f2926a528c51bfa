package dev.bawn.launcher.request;

import dev.bawn.contract.agent.Spelling;

/** Whether a session shares the files of others, or has its own. */
public enum Sharing implements Spelling {
  /** The login of the tool, or the package caches of the user. */
  SHARED,
  /** Its own, in its home directory. */
  SEPARATE
}
