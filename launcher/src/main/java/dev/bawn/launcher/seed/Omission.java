package dev.bawn.launcher.seed;

/**
 * Something of a person's that a session's home does not get.
 *
 * @param kind what it is
 * @param sentence where it lies, and why it is left out
 * @param isPlanted whether a session could have put a link on the way
 */
public record Omission(Seed.Kind kind, String sentence, boolean isPlanted) {

  Omission(Seed.Kind kind, String sentence) {
    this(kind, sentence, false);
  }
}
