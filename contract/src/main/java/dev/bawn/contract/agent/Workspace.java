package dev.bawn.contract.agent;

/** The view that an agent has of its project. */
public enum Workspace implements Spelling {
  /** A read-only copy, which agents share. */
  MIRROR,
  /** A copy of its own, over which an upper layer takes what it writes. */
  OVERLAY
}
