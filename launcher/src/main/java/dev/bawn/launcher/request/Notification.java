package dev.bawn.launcher.request;

import dev.bawn.contract.agent.Spelling;

/** How to notify the user of the end of a session. */
public enum Notification implements Spelling {
  NONE,
  /** The bell of its terminal. */
  BELL,
  /** notify-send(1). */
  DESKTOP,
  /** The user's program {@code ~/.config/bawn/hooks/notify}. */
  HOOK
}
