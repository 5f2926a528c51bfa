package dev.bawn.launcher.request;

import dev.bawn.contract.agent.Spelling;

/** The login of a tool, and the package caches: shared, or separate. */
public enum Sharing implements Spelling {
  /** The login of the tool, or the package caches of the user. */
  SHARED,
  /** A login of its own, in the home of the session; none of the user's caches. */
  SEPARATE
}
