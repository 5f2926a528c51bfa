package dev.bawn.launcher.workspace;

import java.util.List;

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

  /** Whether nothing is left out. */
  public boolean isEmpty() {
    return !env && !secrets && patterns.isEmpty();
  }
}
