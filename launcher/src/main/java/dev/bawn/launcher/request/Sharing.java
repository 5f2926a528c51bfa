package dev.bawn.launcher.request;

import dev.bawn.contract.agent.Spelling;

/** Whether a session has what others have, or its own. */
public enum Sharing implements Spelling {
  /** The login of the tool, or the package caches of the user. */
  SHARED,
  /** One of its own, in its home directory. */
  SEPARATE
}
