package dev.bawn.contract.agent;

import java.util.List;
import java.util.regex.Pattern;

/**
 * An environment variable of a session that contains no secret, such as a proxy or {@code
 * JAVA_HOME}.
 *
 * @param name see {@link #requireName}
 * @param value at most 4096 bytes of text without control characters
 */
public record SessionVariable(String name, String value) {

  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,127}");

  /** Variables that would affect the programs that build a session, or are set by bawn. */
  private static final List<String> OURS =
      List.of(
          "PATH",
          "HOME",
          "USER",
          "LOGNAME",
          "IFS",
          "ENV",
          "SHELLOPTS",
          "GCONV_PATH",
          "LOCPATH",
          "PERL5OPT",
          "PERLIO",
          "PERL_BADLANG",
          "PERL_SIGNALS",
          "PERL_UNICODE");

  private static final List<String> OURS_BEGIN = List.of("LD_", "BASH", "GLIBC_", "BAWN_");

  /** The ends of names of keys and passwords. */
  private static final Pattern SECRET =
      Pattern.compile(
          "(?i)(.*_)?(API_?KEY|ACCESS_KEY|PRIVATE_KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS)");

  private static final Pattern PROXY = Pattern.compile("(?i).*_proxy");

  /** The character with which Java replaces bytes that are not UTF-8. */
  private static final char REPLACEMENT = '\ufffd';

  private static final int LONGEST = 4096;

  /**
   * @throws IllegalArgumentException with the reason, if the variable is not permitted
   */
  public SessionVariable {
    requireName(name);
    if (value.length() > LONGEST || value.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException(
          "a value has at most " + LONGEST + " characters, and no control characters");
    }
    if (value.indexOf(REPLACEMENT) >= 0) {
      throw new IllegalArgumentException("a value is UTF-8");
    }
    boolean isProxy = PROXY.matcher(name).matches();
    if (isProxy ? UrlLogin.mayBeIn(value) : UrlLogin.isIn(value)) {
      throw new IllegalArgumentException(name + " contains a user name or password");
    }
  }

  /**
   * Parses {@code NAME=VALUE}.
   *
   * @throws IllegalArgumentException with the reason, if it is not valid
   */
  public static SessionVariable of(String text) {
    int equals = text.indexOf('=');
    if (equals < 0) {
      throw new IllegalArgumentException("expected NAME=VALUE");
    }
    return new SessionVariable(text.substring(0, equals), text.substring(equals + 1));
  }

  /** Tells whether the name means a key or a password. A policy must not contain either. */
  public boolean isNamedLikeSecret() {
    return SECRET.matcher(name).matches();
  }

  /**
   * Requires that a session may have a variable of this name.
   *
   * @throws IllegalArgumentException with the reason, if it may not
   */
  public static void requireName(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "a name has only letters, digits and _, and does not begin with a digit");
    }
    if (OURS.contains(name) || OURS_BEGIN.stream().anyMatch(name::startsWith)) {
      throw new IllegalArgumentException(name + " is set by bawn, or changes how programs start");
    }
  }
}
