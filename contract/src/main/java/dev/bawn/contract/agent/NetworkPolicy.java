package dev.bawn.contract.agent;

/** Which network a session sees: the host's, or an empty one of its own. */
public enum NetworkPolicy implements Spelling {
  OPEN,
  NONE
}
