package dev.bawn.contract.tool;

/** Where a person may have a tool, in the words of a definition's {@code find}. */
public sealed interface SearchPlace {

  /** {@code path}: in a directory of that person's {@code PATH}. */
  record OnPath() implements SearchPlace {}

  /** {@code npm}: where npm installs for everybody of the machine, or of the home. */
  record OfNpm() implements SearchPlace {}

  /** {@code versions}: where version managers keep programs (nvm, asdf, mise, volta, pipx, uv). */
  record OfVersionManagers() implements SearchPlace {}

  /**
   * {@code ~/PATH}: a program of its own place.
   *
   * @param path of the program
   */
  record At(HomePath path) implements SearchPlace {}

  /**
   * Parses one of these words.
   *
   * @throws IllegalArgumentException if it is none
   */
  static SearchPlace of(String word) {
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
