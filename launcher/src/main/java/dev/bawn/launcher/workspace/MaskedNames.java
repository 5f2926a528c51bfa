package dev.bawn.launcher.workspace;

import dev.bawn.contract.agent.SecretNames;
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

  private static final String SECRETS = "secrets";

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

  /** The names that are masked whatever they are, as long as they are not there yet. */
  List<String> fixed() {
    List<String> fixed = new ArrayList<>();
    if (masks.env()) {
      fixed.addAll(SecretNames.ENVIRONMENT);
    }
    if (masks.secrets()) {
      fixed.add(SECRETS);
    }
    for (String pattern : masks.patterns()) {
      if (!pattern.contains("/") && isLiteral(pattern)) {
        fixed.add(pattern);
      }
    }
    return fixed;
  }

  private static boolean isLiteral(String pattern) {
    for (int at = 0; at < pattern.length(); at++) {
      if ("*?[]{}\\".indexOf(pattern.charAt(at)) >= 0) {
        return false;
      }
    }
    return true;
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
  boolean hide(Path path, String name) {
    if (masks.env() && isEnvironment(name)) {
      return true;
    }
    if (masks.secrets() && name.equals(SECRETS)) {
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
    return SecretNames.ENVIRONMENT.contains(name)
        || name.startsWith(".env.") && !EXAMPLES.contains(name);
  }
}
