package dev.bawn.contract.agent;

/** The view that an agent has of its project. */
public enum Workspace implements Spelling {
  /** A read-only copy, which agents share. */
  MIRROR,
  /** The agent's own copy, with an upper layer for its changes. */
  OVERLAY
}
