package dev.bawn.admin.mirror;

import dev.bawn.contract.agent.SecretNames;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.WrongUsage;
import java.util.List;
import java.util.stream.Stream;

/**
 * Names that a mirror leaves out although git does not ignore them, as patterns in the manner of
 * gitignore(5): {@code *} and {@code ?} match bytes within a name, a slash at the end means
 * directories (and links, which could lead to one), one elsewhere ties the pattern to the project's
 * top. What is below a masked directory is masked with it.
 */
public final class Masks {

  private static final int LONGEST = 200;

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

  /**
   * The masks as extended regular expressions for {@code LC_ALL=C grep -zE} over records whose
   * first letter is {@code l} for a link, and whose first slash is followed by the name.
   */
  List<String> expressions() {
    String otherEnvironments = anywhere("\\.env\\." + AnyNameBut.these(SecretNames.EXAMPLES)) + END;
    return Stream.concat(
            Stream.of(otherEnvironments),
            Stream.of(SecretNames.ENVIRONMENT, SecretNames.PRIVATE, asked)
                .flatMap(List::stream)
                .map(Masks::expression))
        .toList();
  }

  private static final String END = "(/|$)";

  private static String anywhere(String name) {
    return "^[^/]*/(.*/)?" + name;
  }

  private static String expression(String pattern) {
    boolean directory = pattern.endsWith("/");
    String names = directory ? pattern.substring(0, pattern.length() - 1) : pattern;
    boolean tied = names.contains("/");
    String literal = literal(names.startsWith("/") ? names.substring(1) : names);
    String path = tied ? "^[^/]*/" + literal : anywhere(literal);
    // a link of that name, or whatever lies below
    return directory ? "(" + path + "/)|(" + "^l" + path.substring(1) + "$)" : path + END;
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

  private static void check(String pattern) {
    boolean plain =
        pattern.chars().noneMatch(c -> Character.isISOControl(c) || "[]{}\\!".indexOf(c) >= 0);
    boolean says = !pattern.replaceAll("[*?/]", "").isEmpty();
    boolean onePath =
        !pattern.contains("//")
            && !pattern.contains("**")
            && Stream.of(pattern.split("/")).noneMatch(name -> name.matches("\\.\\.?"));
    if (!plain || !says || !onePath || pattern.length() > LONGEST) {
      throw new WrongUsage(
          "'" + Printable.of(pattern) + "' cannot be a mask",
          "use names with * and ?, a slash at the end for directories: '*.sqlite', 'private/',"
              + " 'docs/drafts/'");
    }
  }
}
