package dev.bawn.launcher.review;

import dev.bawn.contract.agent.Spelling;

/** The reasons why a change can harm the user outside of the sandbox. */
public enum Hazard implements Spelling {
  /** Of a repository: hooks, settings, objects. */
  GIT("git's own file", false),
  /** A repository that a session wrote into the project itself: git runs what it names. */
  REPOSITORY("git may run commands that it names", false),
  /** A program obeys it as soon as the user enters, opens or commits. */
  ACTS("takes effect automatically", true),
  /** Would run with other rights. */
  SETUID("setuid or setgid", false),
  /** No file, no directory, no link. */
  SPECIAL("special file", false),
  /** Leads out of the project. */
  LEADS_OUT("leads out of the project", true),
  /** A name that a terminal or a person could misread. */
  NAME("unprintable name", true),
  /** The project has something there that was hidden from the session. */
  HIDDEN("was hidden from the session", false),
  /** bawn cannot inspect it. */
  UNCLEAR("cannot be inspected", false),
  /** A program that the user starts obeys it. */
  ACTS_WHEN_USED("takes effect when used", false),
  /** Every user of the machine may change it, and could not in the base. */
  WRITABLE("writable by everyone", false),
  /** The base had no such program. */
  EXECUTABLE("new executable", false),
  /** It is not looked into, and a repository keeps it for ever. */
  LARGE("very large", false),
  /** It has a NUL: no diff shows what is in it. */
  BINARY("binary", false),
  /** It has characters that no editor shows, or that change the order of others. */
  INVISIBLE("invisible characters", false),
  /** The session removed a file, and git has no copy of it. */
  NO_COPY("git has no copy", false);

  private final String label;
  private final boolean isSevere;

  Hazard(String label, boolean isSevere) {
    this.label = label;
    this.isSevere = isSevere;
  }

  /** A few words. */
  public String label() {
    return label;
  }

  /**
   * Whether merge and export leave it out unless hazards are accepted: it takes effect, or
   * misleads, without an action of the user. Changes that are never merged are not severe.
   */
  boolean isSevere() {
    return isSevere;
  }
}
