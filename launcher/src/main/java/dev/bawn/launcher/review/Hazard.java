package dev.bawn.launcher.review;

import dev.bawn.contract.agent.Word;

/** Why somebody should look at a change twice. */
public enum Hazard implements Word {
  /** Of a repository: hooks, settings, objects. */
  GIT("git's own file"),
  /** Steers git from within the work tree. */
  GIT_SETTINGS("steers git"),
  /** A repository, or what makes its directory one: git runs what its settings name. */
  REPOSITORY("git may run commands that it names"),
  /** Acts on its own once somebody opens, enters or builds the project. */
  ACTS("acts by itself"),
  /** Would run with other rights. */
  SETUID("setuid or setgid"),
  /** No file, no directory, no link. */
  SPECIAL("special file"),
  /** Leads out of the project. */
  LEADS_OUT("leads out of the project"),
  /** A name that a terminal or a person could misread. */
  NAME("unprintable name"),
  /** The project has something there that was hidden from the session. */
  HIDDEN("was hidden from the session"),
  /** Of which no more can be told. */
  UNCLEAR("cannot be looked into");

  private final String label;

  Hazard(String label) {
    this.label = label;
  }

  /** A few words. */
  public String label() {
    return label;
  }
}
