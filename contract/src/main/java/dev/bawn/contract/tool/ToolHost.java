package dev.bawn.contract.tool;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A host that a tool talks to, as a filtered network would name it: {@code HOST[:PORT]}.
 *
 * @param name in lower case; {@code *.} at its beginning stands for any names below the rest
 * @param port of TCP
 */
public record ToolHost(String name, int port) {

  private static final int HTTPS = 443;
  private static final int LAST_PORT = 65_535;

  /** RFC 1123, section 2.1; a name has 253 characters at the most. */
  private static final Pattern GRAMMAR =
      Pattern.compile(
          "((?:\\*\\.)?(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?"
              + "(?:\\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+)");

  private static final Pattern WITH_PORT = Pattern.compile("(.*):([0-9]{1,5})");

  /**
   * @throws IllegalArgumentException if it is no such name, or no port
   */
  public ToolHost {
    if (!GRAMMAR.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "a host is wanted, such as api.example.com or *.example.com");
    }
    if (port < 1 || port > LAST_PORT) {
      throw new IllegalArgumentException("ports go from 1 to " + LAST_PORT);
    }
  }

  /** Parses {@code HOST[:PORT]}; without a port it is that of HTTPS. */
  public static ToolHost of(String text) {
    Matcher withPort = WITH_PORT.matcher(text);
    return withPort.matches()
        ? new ToolHost(withPort.group(1), Integer.parseInt(withPort.group(2)))
        : new ToolHost(text, HTTPS);
  }

  @Override
  public String toString() {
    return name + ":" + port;
  }
}
