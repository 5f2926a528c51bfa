package dev.bawn.admin.apparmor;

import com.samskivert.mustache.Mustache;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;

/**
 * Escapes a value between the quotes of a profile. There the parser interprets quotes, backslashes,
 * globs ({@code * ? [ ] { } ^ ,}) and variables ({@code @{}); a backslash before each of them
 * prevents that.
 */
final class PolicyQuotes implements Mustache.Escaper {

  private static final String SPECIAL = "\"\\*?[]{}^,@#";

  /**
   * @throws Refused if the value contains a control character, which no escape represents safely
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
