package dev.bawn.launcher.review;

/** Why no more can be told of something in an upper layer. */
public enum Obstacle {
  /** Its permissions keep its own owner out. */
  CLOSED("its permissions forbid reading it"),

  /** More directories within each other than any project has. */
  TOO_DEEP("its path is too deep"),

  /** Its content is not in the upper layer, which the kernel would not believe either. */
  CONTENT_BELOW("it claims to have the content of another file");

  private final String sentence;

  Obstacle(String sentence) {
    this.sentence = sentence;
  }

  /** In words, without a full stop. */
  public String sentence() {
    return sentence;
  }
}
