package dev.bawn.contract.cli;

import dev.bawn.contract.failure.Printable;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Arguments as a user types them into a shell. For display only: bawn runs nothing from it. */
public final class ShellQuoting {

  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

  private ShellQuoting() {}

  /** The arguments on one line, quoted if a shell would read them differently. */
  public static String join(List<String> words) {
    return words.stream().map(ShellQuoting::quote).collect(Collectors.joining(" "));
  }

  /**
   * One argument of any bytes, as bash, zsh and ksh read it: control characters and bytes that are
   * not UTF-8 are escaped. It is never cut, since a part of a path is another path.
   */
  public static String exact(byte[] word) {
    String text = new String(word, StandardCharsets.UTF_8);
    boolean isHarmless =
        Printable.whole(text).equals(text)
            && Arrays.equals(text.getBytes(StandardCharsets.UTF_8), word);
    return isHarmless ? quoted(text) : spelt(word);
  }

  private static String spelt(byte[] word) {
    StringBuilder spelt = new StringBuilder("$'");
    for (byte each : word) {
      boolean isPlain = each >= ' ' && each < 0x7f && each != '\'' && each != '\\';
      spelt.append(isPlain ? String.valueOf((char) each) : String.format("\\%03o", each & 0xff));
    }
    return spelt.append('\'').toString();
  }

  private static String quote(String word) {
    return quoted(Printable.of(word));
  }

  private static String quoted(String shown) {
    return PLAIN.matcher(shown).matches() ? shown : "'" + shown.replace("'", "'\\''") + "'";
  }
}
