package dev.bawn.launcher.screen;

/**
 * A line of the diff pane.
 *
 * @param text safe to display, and no wider than the pane
 * @param kind decides the style
 * @param hunk the hunk that contains it, counted from 0; -1 for none
 */
record ViewLine(String text, Kind kind, int hunk) {

  /** The kind of a line. */
  enum Kind {
    HEAD,
    HUNK,
    ADDED,
    REMOVED,
    PLAIN,
    NOTE,
    CONFLICT
  }
}
