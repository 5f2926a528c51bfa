package dev.bawn.contract.agent;

/** How a sealed agent sees its project. */
public enum Workspace implements Word {
  MIRROR("mirror");

  private final String word;

  Workspace(String word) {
    this.word = word;
  }

  @Override
  public String word() {
    return word;
  }
}
