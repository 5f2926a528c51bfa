package dev.bawn.launcher.review;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.eclipse.jgit.ignore.FastIgnoreRule;
import org.eclipse.jgit.ignore.IgnoreNode;

/**
 * The rules of one file, see gitignore(5). A session may have written them: JGit matches them with
 * regular expressions, whose time grows with each asterisk. If a rule would take too long for a
 * path, the path is not ignored, since that hides nothing.
 *
 * @param rules as JGit reads them
 * @param inName the most asterisks between two slashes of a rule
 * @param ofDirectories the most {@code **} between slashes of a rule
 * @param cost the time of all rules for a path, in units of about 0.1 microseconds
 */
record IgnoreFile(IgnoreNode rules, int inName, int ofDirectories, long cost) {

  static final IgnoreFile NONE = new IgnoreFile(new IgnoreNode(), 0, 0, 0);

  /** The most ways to match a name that are tried: about a millisecond. */
  private static final long MOST_WAYS = 200_000;

  /** The byte order mark of UTF-8, which git skips. */
  private static final String BOM = "\u00ef\u00bb\u00bf";

  private static final String ANY_DIRECTORIES = "**";

  /** The cost of a rule that JGit matches with a regular expression; others cost one. */
  private static final int COST = 16;

  /** A name that is more than a text with an asterisk at its beginning or its end. */
  private static final Pattern COSTLY = Pattern.compile("[^*]+\\*[^*]|\\*[^*]+\\*|[?\\[\\\\]");

  /** Reads a file. As git does, it takes each byte for a character. */
  static IgnoreFile of(byte[] content) {
    List<FastIgnoreRule> rules = new ArrayList<>();
    int inName = 0;
    int ofDirectories = 0;
    long cost = 0;
    String all = new String(content, StandardCharsets.ISO_8859_1) + "\n";
    for (String line : (all.startsWith(BOM) ? all.substring(BOM.length()) : all).split("\r?\n")) {
      if (line.isEmpty() || line.startsWith("#") || line.equals("/")) {
        continue;
      }
      rules.add(new FastIgnoreRule(line));
      String[] names = line.strip().split("/");
      cost += Arrays.stream(names).anyMatch(name -> COSTLY.matcher(name).find()) ? COST : 1;
      for (String name : names) {
        inName = Math.max(inName, (int) name.chars().filter(c -> c == '*').count());
      }
      ofDirectories =
          Math.max(
              ofDirectories, (int) Arrays.stream(names).filter(ANY_DIRECTORIES::equals).count());
    }
    rules.removeIf(FastIgnoreRule::isEmpty);
    return new IgnoreFile(new IgnoreNode(rules), inName, ofDirectories, cost);
  }

  boolean isEmpty() {
    return rules.getRules().isEmpty();
  }

  /**
   * Tells whether the rules ignore a path; empty if no rule matches it.
   *
   * @param path relative to the directory of the file, with one character for each byte
   */
  Optional<Boolean> ignores(String path, boolean isDirectory) {
    String[] names = path.split("/");
    int longest = Arrays.stream(names).mapToInt(String::length).max().orElse(0);
    return takesTooLong(longest, inName) || takesTooLong(names.length, ofDirectories)
        ? Optional.of(false)
        : Optional.ofNullable(rules.checkIgnored(path, isDirectory));
  }

  /**
   * Tells whether a match takes too long: counts the ways to distribute a name's characters among
   * the asterisks.
   */
  private static boolean takesTooLong(int length, int asterisks) {
    long ways = 1;
    for (int each = 1; each <= asterisks && ways <= MOST_WAYS; each++) {
      ways = ways * (length + each) / each;
    }
    return ways > MOST_WAYS;
  }
}
