package dev.bawn.contract.tool;

/** A place where a user may have a tool, as {@code find} of a definition names it. */
public sealed interface SearchPlace {

  /** {@code path}: in a directory of that person's {@code PATH}. */
  record OnPath() implements SearchPlace {}

  /** {@code npm}: the directories in which npm installs for all users, or for one user. */
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
