package dev.bawn.contract.agent;

/** The network of a session: the network of the host, or an empty one. */
public enum NetworkPolicy implements Spelling {
  OPEN,
  NONE
}
