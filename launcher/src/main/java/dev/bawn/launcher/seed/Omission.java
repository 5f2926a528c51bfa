package dev.bawn.launcher.seed;

/**
 * A file of the user that is not copied into a session's home.
 *
 * @param kind its kind
 * @param sentence its path, and the reason
 * @param isPlanted whether a session could have made a link on the way
 */
public record Omission(Seed.Kind kind, String sentence, boolean isPlanted) {

  Omission(Seed.Kind kind, String sentence) {
    this(kind, sentence, false);
  }
}
