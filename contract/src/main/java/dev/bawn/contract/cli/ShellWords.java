package dev.bawn.contract.cli;

import dev.bawn.contract.failure.Printable;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Words as a person would type them into a shell. For showing only: nothing is ever run from it.
 */
public final class ShellWords {

  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

  private ShellWords() {}

  /** The words in one line, quoted where a shell would read them differently. */
  public static String join(List<String> words) {
    return words.stream().map(ShellWords::quote).collect(Collectors.joining(" "));
  }

  private static String quote(String word) {
    String shown = Printable.of(word);
    return PLAIN.matcher(shown).matches() ? shown : "'" + shown.replace("'", "'\\''") + "'";
  }
}
