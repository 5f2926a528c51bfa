package dev.bawn.launcher.review;

/** The reasons why bawn cannot inspect a path in an upper layer. */
public enum Obstacle {
  /** The permissions exclude the owner, too. */
  CLOSED("its permissions forbid reading it"),

  /** The path has more directories than any project has. */
  TOO_DEEP("its path is too deep"),

  /**
   * The upper layer refers to a lower one for the content; the kernel does not follow that, either.
   */
  CONTENT_BELOW("it claims to have the content of another file");

  private final String sentence;

  Obstacle(String sentence) {
    this.sentence = sentence;
  }

  /** The reason as a sentence without a full stop. */
  public String sentence() {
    return sentence;
  }
}
