package dev.bawn.contract.cli;

import java.util.Map;

/**
 * The standard streams that are terminals.
 *
 * @param in standard input
 * @param out standard output
 * @param err standard error
 */
public record Terminals(boolean in, boolean out, boolean err) {

  /** No stream is a terminal, as in a script. */
  public static final Terminals NONE = new Terminals(false, false, false);

  /** Parses the digits of the descriptors that are terminals: {@code 012}. */
  public static Terminals of(String descriptors) {
    return new Terminals(
        descriptors.contains("0"), descriptors.contains("1"), descriptors.contains("2"));
  }

  /** Tells whether bawn can ask the user a question. */
  public boolean canAsk() {
    return in && err;
  }

  /** Tells whether standard output should be coloured. */
  public boolean colouredOut(Map<String, String> environment) {
    return out && wantsColour(environment);
  }

  /** Tells whether standard error should be coloured. */
  public boolean colouredErr(Map<String, String> environment) {
    return err && wantsColour(environment);
  }

  /**
   * Tells whether colour is wanted, see no-color.org: a variable that is set and not empty means
   * none.
   */
  private static boolean wantsColour(Map<String, String> environment) {
    return environment.getOrDefault("NO_COLOR", "").isEmpty()
        && !environment.getOrDefault("TERM", "dumb").equals("dumb");
  }
}
