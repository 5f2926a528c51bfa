package dev.bawn.launcher.screen;

/**
 * Where things are on the screen: a title, the files, the diff beside or below them, a line that
 * says something, and the keys.
 *
 * @param columns of the terminal
 * @param rows of the terminal
 */
record ScreenLayout(int columns, int rows) {

  static final int LEAST_COLUMNS = 80;

  /** A terminal of 24 lines has so many in tmux with two lines of status. */
  static final int LEAST_ROWS = 22;

  /** From here on both have room beside each other. */
  private static final int BESIDE = 110;

  /** The title, what is said, and the keys. */
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

  /** One column between both is a line. */
  int diffWidth() {
    return isBeside() ? columns - filesWidth() - 1 : columns;
  }

  /** With the heading. */
  int diffHeight() {
    return isBeside() ? rows - FRAME : rows - FRAME - filesHeight();
  }
}
