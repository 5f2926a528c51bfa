package dev.bawn.launcher.key;

import dev.bawn.contract.agent.KeyName;

/**
 * An API key.
 *
 * @param name of its environment variable
 * @param value the secret, one line
 */
public record Key(KeyName name, String value) {

  /** The longest value: a line of a terminal has at most 4095 bytes, and certificates fit, too. */
  static final int LONGEST = 32 * 1024;

  /**
   * @throws IllegalArgumentException if the value is empty, too long, or more than a line
   */
  public Key {
    if (value.isEmpty() || value.length() > LONGEST) {
      throw new IllegalArgumentException(
          "the value of a key must have 1 to " + LONGEST + " characters");
    }
    if (value.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException("a key must not contain control characters");
    }
  }

  /** The name without the secret, since others read logs. */
  @Override
  public String toString() {
    return name + "=…";
  }
}
