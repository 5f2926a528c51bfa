package dev.bawn.contract.cli;

import java.util.Map;

/**
 * Which of the standard streams are terminals.
 *
 * @param in standard input
 * @param out standard output
 * @param err standard error
 */
public record Terminals(boolean in, boolean out, boolean err) {

  /** None of them, as in a script. */
  public static final Terminals NONE = new Terminals(false, false, false);

  /** From the numbers of those descriptors that are terminals, written together: {@code 012}. */
  public static Terminals of(String descriptors) {
    return new Terminals(
        descriptors.contains("0"), descriptors.contains("1"), descriptors.contains("2"));
  }

  /** Whether a person can be asked something. */
  public boolean canAsk() {
    return in && err;
  }

  /** Whether standard output is to be coloured. */
  public boolean colouredOut(Map<String, String> environment) {
    return out && wantsColour(environment);
  }

  /** Whether standard error is to be coloured. */
  public boolean colouredErr(Map<String, String> environment) {
    return err && wantsColour(environment);
  }

  /** See no-color.org: set and not empty means none. */
  private static boolean wantsColour(Map<String, String> environment) {
    return environment.getOrDefault("NO_COLOR", "").isEmpty()
        && !environment.getOrDefault("TERM", "dumb").equals("dumb");
  }
}
