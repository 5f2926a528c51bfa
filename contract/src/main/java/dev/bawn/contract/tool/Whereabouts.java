package dev.bawn.contract.tool;

/** Where a person may have a tool, in the words of a definition's {@code find}. */
public sealed interface Whereabouts {

  /** {@code path}: in a directory of that person's {@code PATH}. */
  record OnPath() implements Whereabouts {}

  /** {@code npm}: where npm installs for everybody of the machine, or of the home. */
  record OfNpm() implements Whereabouts {}

  /** {@code versions}: where version managers keep programs (nvm, asdf, mise, volta, pipx, uv). */
  record OfVersionManagers() implements Whereabouts {}

  /**
   * {@code ~/PATH}: a program of its own place.
   *
   * @param path of the program
   */
  record At(HomePath path) implements Whereabouts {}

  /**
   * Parses one of these words.
   *
   * @throws IllegalArgumentException if it is none
   */
  static Whereabouts of(String word) {
    return switch (word) {
      case "path" -> new OnPath();
      case "npm" -> new OfNpm();
      case "versions" -> new OfVersionManagers();
      default -> {
        if (!word.startsWith("~/")) {
          throw new IllegalArgumentException("expected path, npm, versions or ~/PATH");
        }
        yield new At(HomePath.of(word.substring(2)));
      }
    };
  }
}
