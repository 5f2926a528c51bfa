package dev.bawn.launcher.screen;

/**
 * The regions of the screen: a title, the files, the diff beside or below them, a message, and the
 * keys.
 *
 * @param columns of the terminal
 * @param rows of the terminal
 */
record ScreenLayout(int columns, int rows) {

  static final int LEAST_COLUMNS = 80;

  /** The rows that tmux leaves in a terminal of 24 lines with two status lines. */
  static final int LEAST_ROWS = 22;

  /** The width from which the diff is beside the list. */
  private static final int BESIDE = 110;

  /** The title, the message and the keys. */
  static final int FRAME = 3;

  private static final int WIDEST_LIST = 56;

  boolean isLargeEnough() {
    return columns >= LEAST_COLUMNS && rows >= LEAST_ROWS;
  }

  boolean isBeside() {
    return columns >= BESIDE;
  }

  int filesWidth() {
    return isBeside() ? Math.min(WIDEST_LIST, columns * 2 / 5) : columns;
  }

  int filesHeight() {
    return isBeside() ? rows - FRAME : Math.max(6, (rows - FRAME) / 3);
  }

  /** The width of the diff; one column between the list and the diff is a line. */
  int diffWidth() {
    return isBeside() ? columns - filesWidth() - 1 : columns;
  }

  /** The rows of the diff, with its heading. */
  int diffHeight() {
    return isBeside() ? rows - FRAME : rows - FRAME - filesHeight();
  }
}
