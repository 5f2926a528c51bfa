package dev.bawn.contract.cli;

/** The width of the terminal in columns. */
public final class Width {

  private static final int USUAL = 80;
  private static final int LEAST = 40;
  private static final int MOST_DIGITS = 4;

  private Width() {}

  /** In characters; {@link Integer#MAX_VALUE} where standard output leads elsewhere. */
  public static int of(Surroundings here) {
    return here.terminals().out() ? ofTerminal(here) : Integer.MAX_VALUE;
  }

  /** In characters; for text that is broken into lines, wherever it is shown. */
  public static int ofText(Surroundings here) {
    return here.terminals().out() ? ofTerminal(here) : USUAL;
  }

  /** In characters, for what is drawn on the terminal and nowhere else. */
  public static int ofTerminal(Surroundings here) {
    String said = here.environment().getOrDefault("COLUMNS", "");
    return isNumber(said) ? Math.max(LEAST, Integer.parseInt(said)) : USUAL;
  }

  /** A start asks this in a JVM that has just begun, where a regular expression is slow. */
  private static boolean isNumber(String said) {
    for (int i = 0; i < said.length(); i++) {
      if (said.charAt(i) < '0' || said.charAt(i) > '9') {
        return false;
      }
    }
    return !said.isEmpty() && said.length() <= MOST_DIGITS;
  }
}
