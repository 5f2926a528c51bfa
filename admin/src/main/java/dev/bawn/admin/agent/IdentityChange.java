package dev.bawn.admin.agent;

/** What a command does with the key with which git signs commits in the sessions of an agent. */
public enum IdentityChange {
  /** The agent keeps its key, or stays without one. */
  NONE,
  /** The agent gets a key, unless it has one that is intact. */
  GIVE,
  /** The agent loses its key. */
  TAKE
}
