package dev.bawn.contract.agent;

/** What a sealed agent has in the place of its project. */
public enum Workspace implements Spelling {
  /** A read-only copy, which agents share. */
  MIRROR,
  /** A copy of its own, over which an upper layer takes what it writes. */
  OVERLAY
}
