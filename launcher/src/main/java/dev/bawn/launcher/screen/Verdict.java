package dev.bawn.launcher.screen;

import dev.bawn.contract.agent.Spelling;

/** A decision about a change. */
enum Verdict implements Spelling {
  /** Merge the change. */
  ACCEPT('✓', "accepted"),
  /** Discard the change. */
  REJECT('✗', "rejected"),
  /** Keep the change for a later review. */
  LATER('~', "later"),
  /** Merge some of its hunks. */
  PARTLY('±', "partly"),
  /** Merge an edited text instead. */
  EDIT('e', "edited"),
  /** Merge both sides; where both changed the same lines, the session's win. */
  SESSIONS('s', "resolved"),
  /** Merge both sides; where both changed the same lines, the project's win. */
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

  /** Tells whether the decision leads to a merge. */
  boolean isMerged() {
    return this != REJECT && this != LATER;
  }
}
