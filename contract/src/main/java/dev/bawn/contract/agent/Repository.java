package dev.bawn.contract.agent;

/**
 * The git repository whose ignore rules apply in a project, as it was when root assigned the
 * project. A mirror is never made by other rules: a damaged {@code .git} would show ignored files.
 */
public final class Repository extends Name<Repository> {

  private static final String NONE = "none";

  /**
   * @param text the top of its work tree, or {@code none} for a project outside of all repositories
   * @throws IllegalArgumentException if it is neither
   */
  public Repository(String text) {
    super(text);
    if (!isOne(text)) {
      throw new IllegalArgumentException("no path of a repository, and not 'none'");
    }
  }

  /** Tells whether a text names a repository, or none. */
  public static boolean isOne(String text) {
    return text.equals(NONE)
        || text.startsWith("/") && text.chars().noneMatch(Character::isISOControl);
  }
}
