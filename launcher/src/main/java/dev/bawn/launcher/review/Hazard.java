package dev.bawn.launcher.review;

import dev.bawn.contract.agent.Spelling;

/** The reasons why a change can harm the user outside of the sandbox. */
public enum Hazard implements Spelling {
  /** A file of a repository: a hook, a setting, an object. */
  GIT("git's own file", false),
  /** A repository that a session wrote into the project: git runs the commands that it names. */
  REPOSITORY("git may run commands that it names", false),
  /** A program obeys the file as soon as the user enters the directory, opens it or commits. */
  ACTS("takes effect automatically", true),
  /** The file would run with the rights of another user or group. */
  SETUID("setuid or setgid", false),
  /** Neither a file nor a directory nor a link. */
  SPECIAL("special file", false),
  /** A link that leads out of the project. */
  LEADS_OUT("leads out of the project", true),
  /** A name that a terminal or a reader could misread. */
  NAME("unprintable name", true),
  /** The project has a file at the path that was hidden from the session. */
  HIDDEN("was hidden from the session", false),
  /** bawn cannot inspect it. */
  UNCLEAR("cannot be inspected", false),
  /** A program that the user starts obeys the file. */
  ACTS_WHEN_USED("takes effect when used", false),
  /** Every user of the machine may write to it, and could not in the base. */
  WRITABLE("writable by everyone", false),
  /** An executable file that the base did not have. */
  EXECUTABLE("new executable", false),
  /** bawn does not read the content, and a repository keeps such a file forever. */
  LARGE("very large", false),
  /** The content has a NUL, so that no diff shows it. */
  BINARY("binary", false),
  /** The content has characters that editors do not show, or that change the order of others. */
  INVISIBLE("invisible characters", false),
  /** The session may have begun with a version that others do not want any more. */
  RETURNED("may have changed in the project since the start, and changed back", false),
  /** The session removed a file, and git has no copy of it. */
  NO_COPY("git has no copy of the file", false),
  /** The session has a version of git instead of the user's edits, and git has no copy of these. */
  NO_EDITS("replaces your uncommitted edits by git's version", false);

  private final String label;
  private final boolean isSevere;

  Hazard(String label, boolean isSevere) {
    this.label = label;
    this.isSevere = isSevere;
  }

  /** The hazard in a few words. */
  public String label() {
    return label;
  }

  /**
   * Tells whether merge and export leave the file out unless hazards are accepted: it takes effect,
   * or misleads, without an action of the user. A hazard of a file that merge never includes, such
   * as a file of git, is not severe.
   */
  boolean isSevere() {
    return isSevere;
  }
}
