package dev.bawn.contract.cli;

/** The width of the terminal in columns. */
public final class Width {

  private static final int USUAL = 80;
  private static final int LEAST = 40;
  private static final int MOST_DIGITS = 4;

  private Width() {}

  /** The width in characters; {@link Integer#MAX_VALUE} if standard output is no terminal. */
  public static int of(Surroundings here) {
    return here.terminals().out() ? ofTerminal(here) : Integer.MAX_VALUE;
  }

  /** The width in characters, for text that is broken into lines on any output. */
  public static int ofText(Surroundings here) {
    return here.terminals().out() ? ofTerminal(here) : USUAL;
  }

  /** The width in characters, for output that is drawn on the terminal only. */
  public static int ofTerminal(Surroundings here) {
    String said = here.environment().getOrDefault("COLUMNS", "");
    return isNumber(said) ? Math.max(LEAST, Integer.parseInt(said)) : USUAL;
  }

  /**
   * Tells whether a text is a number. A start calls this in a new JVM, in which a regular
   * expression is slow.
   */
  private static boolean isNumber(String said) {
    for (int i = 0; i < said.length(); i++) {
      if (said.charAt(i) < '0' || said.charAt(i) > '9') {
        return false;
      }
    }
    return !said.isEmpty() && said.length() <= MOST_DIGITS;
  }
}
