package dev.bawn.contract.tool;

import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * A path below a home directory.
 *
 * @param text relative, without {@code .} or {@code ..} as a component
 */
public record HomePath(String text) {

  private static final Pattern GRAMMAR =
      Pattern.compile("(?:(?!\\.{1,2}(?:/|$))[A-Za-z0-9._@+-]+(?:/(?=.)|$))+");

  /**
   * @throws IllegalArgumentException if it is not such a path
   */
  public HomePath {
    if (!GRAMMAR.matcher(text).matches()) {
      throw new IllegalArgumentException("expected a path below HOME, for example .config/tool");
    }
  }

  /** Parses a path. See the constructor for the refusals. */
  public static HomePath of(String text) {
    return new HomePath(text);
  }

  /** The path in one home directory. */
  public Path in(Path home) {
    return home.resolve(text);
  }

  /** Its last component. */
  public String name() {
    return text.substring(text.lastIndexOf('/') + 1);
  }

  @Override
  public String toString() {
    return text;
  }
}
