package dev.bawn.launcher.review;

import dev.bawn.contract.agent.Spelling;

/** What others did, since the session began, to something that the session changed. */
public enum Others implements Spelling {
  /** Nothing: the project is as the session found it. */
  NOTHING(""),
  /** They changed it too, and the base is known. */
  CHANGED("others changed it too"),
  /** They changed or made it, and nothing tells what it was before. */
  UNKNOWN("others made or changed it, and its base is not known");

  private final String label;

  Others(String label) {
    this.label = label;
  }

  /** A few words. */
  public String label() {
    return label;
  }
}
