package dev.bawn.contract.tool;

/** A directory in which a user may have a tool, as {@code find} of a definition names it. */
public sealed interface SearchPlace {

  /** {@code path}: a directory in the user's {@code PATH}. */
  record OnPath() implements SearchPlace {}

  /** {@code npm}: the directories in which npm installs for all users, or for one user. */
  record OfNpm() implements SearchPlace {}

  /** {@code versions}: the directories of version managers (nvm, asdf, mise, volta, pipx, uv). */
  record OfVersionManagers() implements SearchPlace {}

  /**
   * {@code ~/FILE}: a program at its own path.
   *
   * @param path of the program
   */
  record At(HomePath path) implements SearchPlace {}

  /**
   * Parses one of these words.
   *
   * @throws IllegalArgumentException if it is not valid
   */
  static SearchPlace of(String word) {
    return switch (word) {
      case "path" -> new OnPath();
      case "npm" -> new OfNpm();
      case "versions" -> new OfVersionManagers();
      default -> {
        if (!word.startsWith("~/")) {
          throw new IllegalArgumentException("expected path, npm, versions or ~/FILE");
        }
        yield new At(HomePath.of(word.substring(2)));
      }
    };
  }
}
