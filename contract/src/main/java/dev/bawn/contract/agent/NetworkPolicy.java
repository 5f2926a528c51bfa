package dev.bawn.contract.agent;

/** Which network a session sees: the host's, or an empty one of its own. */
public enum NetworkPolicy implements Word {
  OPEN("open"),
  NONE("none");

  private final String word;

  NetworkPolicy(String word) {
    this.word = word;
  }

  @Override
  public String word() {
    return word;
  }
}
