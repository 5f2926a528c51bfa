package dev.bawn.launcher.request;

import dev.bawn.contract.agent.Spelling;

/** The home directory of a session: shared with other sessions, or its own. */
public enum Sharing implements Spelling {
  /** The login of the tool, or the package caches of the user. */
  SHARED,
  /** Its own, in its home directory. */
  SEPARATE
}
