package dev.bawn.launcher.patch;

import dev.bawn.launcher.review.RawPath;

/** A path as git writes it into a patch: in quotes if it contains special characters. */
final class GitName {

  private GitName() {}

  /**
   * The path below one of git's two prefixes.
   *
   * @param root {@code a} or {@code b}
   */
  static String of(String root, RawPath path) {
    return of(new RawPath(root + "/" + path.bytes()));
  }

  /** The path itself, as after {@code rename from}. */
  static String of(RawPath path) {
    String name = path.bytes();
    StringBuilder quoted = new StringBuilder("\"");
    boolean isPlain = true;
    for (char c : name.toCharArray()) {
      String escaped = escaped(c);
      isPlain &= escaped.length() == 1;
      quoted.append(escaped);
    }
    return isPlain ? name : quoted.append('"').toString();
  }

  /** The name after {@code ---} and {@code +++}, where a tab ends a name with spaces. */
  static String ended(String name) {
    return name.startsWith("\"") || name.indexOf(' ') < 0 ? name : name + "\t";
  }

  private static String escaped(char c) {
    return switch (c) {
      case '"' -> "\\\"";
      case '\\' -> "\\\\";
      case '\n' -> "\\n";
      case '\t' -> "\\t";
      default -> c < ' ' || c >= 0x7f ? String.format("\\%03o", (int) c) : String.valueOf(c);
    };
  }
}
