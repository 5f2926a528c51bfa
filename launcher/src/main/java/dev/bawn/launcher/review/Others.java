package dev.bawn.launcher.review;

import dev.bawn.contract.agent.Spelling;

/** The changes that others made, since the session began, to a path that the session changed. */
public enum Others implements Spelling {
  /** No change: the project is as the session found it. */
  NOTHING(""),
  /** Others changed it too, and the base is known. */
  CHANGED("also changed in the project"),
  /** Others changed or made it, and the base is not known. */
  UNKNOWN("also created or changed in the project; its version at the start is unknown");

  private final String label;

  Others(String label) {
    this.label = label;
  }

  /** The label in a few words; empty for {@link #NOTHING}. */
  public String label() {
    return label;
  }
}
