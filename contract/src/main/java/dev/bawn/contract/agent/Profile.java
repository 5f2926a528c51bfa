package dev.bawn.contract.agent;

/**
 * The set of commands with which an agent started; {@code custom} once single commands were allowed
 * or restricted.
 */
public enum Profile implements Spelling {
  STANDARD,
  DEVELOPER,
  READ_ONLY,
  NETWORK_ISOLATED,
  CUSTOM
}
