package dev.bawn.contract.agent;

/**
 * Which set of commands an agent started from; {@code custom} once single commands were allowed or
 * restricted.
 */
public enum Profile implements Word {
  STANDARD("standard"),
  READ_ONLY("read-only"),
  NETWORK_ISOLATED("network-isolated"),
  CUSTOM("custom");

  private final String word;

  Profile(String word) {
    this.word = word;
  }

  @Override
  public String word() {
    return word;
  }
}
