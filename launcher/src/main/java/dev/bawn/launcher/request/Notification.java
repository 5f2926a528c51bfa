package dev.bawn.launcher.request;

import dev.bawn.contract.agent.Spelling;

/** How the user learns that a session ended. */
public enum Notification implements Spelling {
  NONE,
  /** The bell of its terminal. */
  BELL,
  /** notify-send(1). */
  DESKTOP,
  /** The user's program {@code ~/.config/bawn/hooks/notify}. */
  HOOK
}
