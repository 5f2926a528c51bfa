package dev.bawn.admin.mirror;

import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.WrongUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Names that a mirror leaves out although git does not ignore them, as patterns in the manner of
 * gitignore(5): {@code *} and {@code ?} match within a name, a slash at the end means directories,
 * one elsewhere ties the pattern to the project's top. What is below a masked directory is masked
 * with it.
 */
public final class Masks {

  /** Files of an environment: secrets more often than not. */
  private static final List<String> ENVIRONMENT = List.of(".env", ".env.*");

  /** Those of them that are there to be read. */
  private static final List<String> EXAMPLES =
      List.of(".env.example", ".env.sample", ".env.template");

  private static final List<String> KEYS =
      List.of(
          "id_rsa",
          "id_dsa",
          "id_ecdsa",
          "id_ed25519",
          "*.pem",
          "*.key",
          "*.p12",
          "*.pfx",
          "*.jks",
          "*.keystore",
          "*.kdbx",
          ".netrc",
          ".npmrc",
          ".pypirc",
          ".git-credentials",
          "secrets/");

  private final List<String> asked;

  private Masks(List<String> asked) {
    this.asked = asked;
  }

  /**
   * The usual masks and these.
   *
   * @throws WrongUsage if a pattern is none, or would match everything
   */
  public static Masks of(List<String> asked) {
    asked.forEach(Masks::check);
    return new Masks(List.copyOf(asked));
  }

  /** An ERE: names that match it are left out. */
  String always() {
    List<String> patterns = new ArrayList<>(KEYS);
    patterns.addAll(asked);
    return either(patterns);
  }

  /** An ERE: names that match it are left out, unless they match {@link #spared}. */
  String some() {
    return either(ENVIRONMENT);
  }

  /** An ERE: see {@link #some}. */
  String spared() {
    return either(EXAMPLES);
  }

  private static String either(List<String> patterns) {
    return patterns.stream().map(Masks::expression).collect(Collectors.joining("|"));
  }

  private static void check(String pattern) {
    boolean plain =
        pattern.chars().noneMatch(c -> Character.isISOControl(c) || "[]{}\\!".indexOf(c) >= 0);
    boolean says = !pattern.replaceAll("[*?/]", "").isEmpty();
    if (!plain
        || !says
        || pattern.contains("//")
        || pattern.contains("**")
        || pattern.length() > 200) {
      throw new WrongUsage(
          "'" + Printable.of(pattern) + "' cannot be a mask",
          "use names with * and ?, a slash at the end for directories: '*.sqlite', 'private/', 'docs/drafts/'");
    }
  }

  private static String expression(String pattern) {
    boolean directory = pattern.endsWith("/");
    String names = directory ? pattern.substring(0, pattern.length() - 1) : pattern;
    boolean tied = names.contains("/");
    String from = tied ? "^" : "(^|/)";
    return from
        + literal(names.startsWith("/") ? names.substring(1) : names)
        + (directory ? "/" : "($|/)");
  }

  private static String literal(String names) {
    StringBuilder expression = new StringBuilder();
    for (char c : names.toCharArray()) {
      switch (c) {
        case '*' -> expression.append("[^/]*");
        case '?' -> expression.append("[^/]");
        case '.', '+', '(', ')', '|', '^', '$' -> expression.append('\\').append(c);
        default -> expression.append(c);
      }
    }
    return expression.toString();
  }
}
