package dev.bawn.admin.apparmor;

import com.samskivert.mustache.Mustache;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;

/**
 * Makes a value mean nothing but itself between the quotes of a profile. There the parser still
 * gives a meaning to quotes, backslashes, globs ({@code * ? [ ] { } ^ ,}) and variables ({@code
 * @{}); a backslash takes it from each of them.
 */
final class PolicyQuotes implements Mustache.Escaper {

  private static final String SPECIAL = "\"\\*?[]{}^,@#";

  /**
   * @throws Refused if the value holds a control character, which no escape carries safely
   */
  @Override
  public String escape(String raw) {
    StringBuilder escaped = new StringBuilder(raw.length());
    for (int i = 0; i < raw.length(); i++) {
      char c = raw.charAt(i);
      if (Character.isISOControl(c)) {
        throw new Refused(
            "'"
                + Printable.of(raw)
                + "' cannot be used in an AppArmor profile: it has a control character",
            "rename it");
      }
      if (SPECIAL.indexOf(c) >= 0) {
        escaped.append('\\');
      }
      escaped.append(c);
    }
    return escaped.toString();
  }
}
