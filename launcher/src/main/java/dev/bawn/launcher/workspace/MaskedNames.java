package dev.bawn.launcher.workspace;

import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Which paths of a project are not to be seen. */
final class MaskedNames {

  /** They hold no secrets, and tell what the others would hold. */
  private static final Set<String> EXAMPLES =
      Set.of(".env.example", ".env.sample", ".env.template");

  private final Masks masks;
  private final List<PathMatcher> patterns = new ArrayList<>();

  MaskedNames(Masks masks) {
    this.masks = masks;
    for (String pattern : masks.patterns()) {
      // a pattern without a slash is a name, at whatever depth, as in .gitignore
      patterns.add(FileSystems.getDefault().getPathMatcher("glob:" + stripped(pattern)));
    }
  }

  private static String stripped(String pattern) {
    String whole = pattern.endsWith("/") ? pattern.substring(0, pattern.length() - 1) : pattern;
    return whole.startsWith("/") ? whole.substring(1) : whole;
  }

  boolean isEmpty() {
    return masks.isEmpty();
  }

  /**
   * Whether this is one.
   *
   * @param path below the project
   * @param name its last component
   */
  boolean hide(Path path, String name, boolean isDirectory) {
    if (masks.env() && isEnvironment(name) && !isDirectory) {
      return true;
    }
    if (masks.secrets() && name.equals("secrets")) {
      return true;
    }
    for (int at = 0; at < patterns.size(); at++) {
      boolean isName = !stripped(masks.patterns().get(at)).contains("/");
      if (patterns.get(at).matches(isName ? path.getFileName() : path)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isEnvironment(String name) {
    return name.equals(".env") || name.startsWith(".env.") && !EXAMPLES.contains(name);
  }
}
