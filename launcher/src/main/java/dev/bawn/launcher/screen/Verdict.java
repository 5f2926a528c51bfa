package dev.bawn.launcher.screen;

import dev.bawn.contract.agent.Spelling;

/** What is to become of a change. */
enum Verdict implements Spelling {
  /** It is merged. */
  ACCEPT('✓', "accepted"),
  /** It is discarded. */
  REJECT('✗', "rejected"),
  /** It stays as it is, and is seen again. */
  LATER('~', "later"),
  /** Some of its hunks are merged. */
  PARTLY('±', "partly"),
  /** A text that was edited is merged in its place. */
  EDIT('e', "edited"),
  /** Both sides are merged, with the session's lines where both changed the same ones. */
  SESSIONS('s', "resolved"),
  /** The same with the project's lines. */
  PROJECTS('p', "resolved");

  private final char mark;
  private final String label;

  Verdict(char mark, String label) {
    this.mark = mark;
    this.label = label;
  }

  char mark() {
    return mark;
  }

  String label() {
    return label;
  }

  /** Whether it is about what is merged. */
  boolean isMerged() {
    return this != REJECT && this != LATER;
  }
}
