package dev.bawn.contract.agent;

import java.util.regex.Pattern;

/**
 * Finds user names and passwords in URLs (RFC 3986, section 3.2.1), which sessions must not get.
 */
public final class UrlLogin {

  private static final Pattern IN_URL = Pattern.compile("(?s).*://[^/@]*@.*");

  /** An address of a repository; {@code ssh://git@} has a user only. */
  private static final Pattern PASSWORD =
      Pattern.compile("https?://[^/@\\s]+@|://[^/@:\\s]*:[^/@\\s]+@");

  private UrlLogin() {}

  /** Tells whether an address in the text has a password or a token. */
  public static boolean hasPassword(String text) {
    return PASSWORD.matcher(text).find();
  }

  /** Tells whether a URL in the text has one. */
  static boolean isIn(String text) {
    return IN_URL.matcher(text).matches();
  }

  /** Tells whether settings of a proxy or a server may contain one: such a URL needs no scheme. */
  public static boolean mayBeIn(String settings) {
    return settings.indexOf('@') >= 0;
  }
}
