package dev.bawn.contract.agent;

/**
 * Which set of commands an agent started from; {@code custom} once single commands were allowed or
 * restricted.
 */
public enum Profile implements Spelling {
  STANDARD,
  DEVELOPER,
  READ_ONLY,
  NETWORK_ISOLATED,
  CUSTOM
}
