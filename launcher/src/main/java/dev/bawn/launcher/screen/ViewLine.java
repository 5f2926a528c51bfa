package dev.bawn.launcher.screen;

/**
 * A line beside the list.
 *
 * @param text harmless, no longer than there is room
 * @param kind how it is shown
 * @param hunk in which it is, counted from 0; -1 for none
 */
record ViewLine(String text, Kind kind, int hunk) {

  /** What a line is. */
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
