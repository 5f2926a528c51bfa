package dev.bawn.launcher.workspace;

import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Which paths of a project are not to be seen. */
final class MaskedNames {

  /** They hold no secrets, and tell what the others would hold. */
  private static final Set<String> EXAMPLES =
      Set.of(".env.example", ".env.sample", ".env.template");

  private final Masks masks;
  private final List<PathMatcher> patterns = new ArrayList<>();
  private final Set<String> idle = new LinkedHashSet<>();

  MaskedNames(Masks masks) {
    this.masks = masks;
    idle.addAll(masks.patterns());
    for (String pattern : masks.patterns()) {
      // a pattern without a slash is a name, at whatever depth, as in .gitignore
      patterns.add(FileSystems.getDefault().getPathMatcher("glob:" + stripped(pattern)));
    }
  }

  private static String stripped(String pattern) {
    return pattern.endsWith("/") ? pattern.substring(0, pattern.length() - 1) : pattern;
  }

  boolean isEmpty() {
    return masks.isEmpty();
  }

  /** The patterns that hid nothing so far. */
  List<String> idle() {
    return List.copyOf(idle);
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
    boolean hidden = false;
    for (int at = 0; at < patterns.size(); at++) {
      String pattern = masks.patterns().get(at);
      boolean isName = !stripped(pattern).contains("/");
      if (patterns.get(at).matches(isName ? path.getFileName() : path)) {
        idle.remove(pattern);
        hidden = true;
      }
    }
    return hidden;
  }

  private static boolean isEnvironment(String name) {
    return name.equals(".env") || name.startsWith(".env.") && !EXAMPLES.contains(name);
  }
}
