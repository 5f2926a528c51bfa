package dev.bawn.launcher.workspace;

import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.PatternSyntaxException;

/**
 * Files of the project that a session does not see, by their names.
 *
 * @param env whether files that hold an environment are left out
 * @param secrets whether directories called secrets are
 * @param patterns others: globs of paths below the project
 */
public record Masks(boolean env, boolean secrets, List<String> patterns) {

  public Masks {
    patterns = List.copyOf(patterns);
  }

  /**
   * A pattern, if it can be one.
   *
   * @throws IllegalArgumentException with the reason, if it cannot
   */
  public static String pattern(String text) {
    if (text.isEmpty() || text.startsWith("/") || text.indexOf('\0') >= 0) {
      throw new IllegalArgumentException(
          "it must be a name in the project, or a path below it: *.pem, config/keys");
    }
    for (Path name : Path.of(text)) {
      if (name.toString().equals("..")) {
        throw new IllegalArgumentException("it goes up with '..'");
      }
    }
    try {
      FileSystems.getDefault().getPathMatcher("glob:" + text);
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(
          "a bracket or brace in it is never closed, or never opened", e);
    }
    return text;
  }

  /** Whether nothing is left out. */
  public boolean isEmpty() {
    return !env && !secrets && patterns.isEmpty();
  }
}
