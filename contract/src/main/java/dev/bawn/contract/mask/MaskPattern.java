package dev.bawn.contract.mask;

import org.eclipse.jgit.errors.InvalidPatternException;
import org.eclipse.jgit.ignore.IMatcher;

/**
 * A pattern in the syntax of gitignore(5), without exceptions: a mask that reverts another one
 * would weaken it. {@code *} and {@code ?} match within a name, <code>**</code> between slashes
 * matches any directories, a slash at the end matches directories (and links, which could lead to
 * one), and another slash ties the pattern to the project's top.
 */
public final class MaskPattern {

  private static final int LONGEST = 200;

  /** The most stars in one name: each makes a mismatch slower to detect, by its length. */
  private static final int MOST_STARS = 3;

  private final String text;
  private final String names;
  private final IMatcher matcher;

  /**
   * The beginning of every name and the end of every path that the matcher can match; empty for
   * any.
   */
  private final String head;

  private final String tail;

  private MaskPattern(String text, IMatcher matcher) {
    this.text = text;
    this.names = withoutSlash(text);
    this.matcher = matcher;
    String compared = withoutSlash(ComparedPath.of(text));
    int nameAt = compared.lastIndexOf('/') + 1;
    int first = nameAt;
    while (first < compared.length() && !isSpecial(compared.charAt(first))) {
      first++;
    }
    int last = compared.length();
    while (last > 0 && !isSpecial(compared.charAt(last - 1))) {
      last--;
    }
    this.head = compared.substring(nameAt, first);
    this.tail = compared.substring(last);
  }

  private static boolean isSpecial(char c) {
    return "*?[]\\/".indexOf(c) >= 0;
  }

  /**
   * Parses a pattern.
   *
   * @throws IllegalArgumentException with the reason, if it is not valid, or matches everything
   */
  public static MaskPattern of(String text) {
    check(text);
    String names = withoutSlash(ComparedPath.of(text));
    boolean escaped = names.startsWith("\\!") || names.startsWith("\\#");
    try {
      return new MaskPattern(
          text,
          IMatcher.createPathMatcher(escaped ? names.substring(1) : names, text.endsWith("/")));
    } catch (InvalidPatternException | RuntimeException e) {
      throw new IllegalArgumentException(
          "git does not accept the pattern; it may lack a closing bracket", e);
    }
  }

  private static String withoutSlash(String text) {
    return text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
  }

  /** The pattern as it was written. */
  public String text() {
    return text;
  }

  /**
   * Tells whether it matches a path, and not only a parent directory.
   *
   * @param path below the project, as {@link ComparedPath} returns it
   * @param nameAt the index of its last name
   * @param isDirectory whether it is a directory, or a link, which could lead to one
   */
  boolean matches(String path, int nameAt, boolean isDirectory) {
    return path.startsWith(head, nameAt)
        && path.endsWith(tail)
        && matcher.matches(path, isDirectory, true);
  }

  /** The beginning of every name that it matches; empty for any. */
  String head() {
    return head;
  }

  /** The end of every path that it matches; empty for any. */
  String tail() {
    return tail;
  }

  /** Tells whether it is a plain name, in any directory and of any kind. */
  boolean isName() {
    return isName(text);
  }

  /** Tells whether a pattern of this text is a plain name. */
  public static boolean isName(String text) {
    return isLiteral(text) && text.indexOf('/') < 0;
  }

  /** Tells whether it is a plain path below the project's top, of any kind. */
  boolean isPath() {
    return isLiteral(text) && names.indexOf('/') >= 0;
  }

  /** The plain name or path. */
  String literal() {
    return names.startsWith("/") ? names.substring(1) : names;
  }

  private static boolean isLiteral(String text) {
    if (text.endsWith("/")) {
      return false;
    }
    for (int at = 0; at < text.length(); at++) {
      if ("*?[\\".indexOf(text.charAt(at)) >= 0) {
        return false;
      }
    }
    return true;
  }

  private static void check(String text) {
    require(!text.isEmpty(), "it is empty");
    require(text.length() <= LONGEST, "it has more than " + LONGEST + " characters");
    require(
        text.charAt(0) != '!',
        "exceptions are not supported; for a name that begins with ! write '\\!NAME', in single quotes");
    require(
        text.charAt(0) != '#',
        "git reads this as a comment; for a name that begins with # write '\\#NAME', in single quotes");
    require(text.charAt(text.length() - 1) != ' ', "git ignores blanks at the end");
    boolean says = false;
    for (int at = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      require(!Character.isISOControl(c), "it contains control characters");
      require(c != '{' && c != '}', "git's patterns have no braces: write one mask for each name");
      says |= "*?/".indexOf(c) < 0;
    }
    require(says, "it would match everything");
    String names = withoutSlash(text.startsWith("/") ? text.substring(1) : text);
    for (String name : names.split("/", -1)) {
      checkName(name);
    }
  }

  private static void checkName(String name) {
    require(!name.isEmpty() && !name.equals("."), "it has an empty name between slashes, or a dot");
    require(!name.equals(".."), "it contains '..'");
    require(
        name.equals("**") || !name.contains("**"), "'**' must be between slashes: src/**/*.pem");
    int stars = 0;
    for (int at = 0; at < name.length(); at++) {
      stars += name.charAt(at) == '*' ? 1 : 0;
    }
    require(stars <= MOST_STARS, "one name has more than " + MOST_STARS + " stars");
  }

  private static void require(boolean holds, String reason) {
    if (!holds) {
      throw new IllegalArgumentException(reason);
    }
  }
}
