package dev.bawn.launcher.record;

import dev.bawn.contract.agent.Spelling;

/** A permission that a session has, or lacks, because of an option or a setting. */
public enum Permission implements Spelling {
  /** Copies the caller's login of the tool into the session's home. */
  LOGIN_FROM_HOST(
      "--login-from-host",
      "copy your login of the tool into the session's home, where any program of the session can"
          + " use it"),
  /** Shows the caller's git settings, read-only. */
  GITCONFIG("--with-gitconfig", "let the session read your git settings"),
  /** Gives the session user ID 0. */
  ROOT_INSIDE("--root-inside", "use user ID 0 inside, without more rights"),
  /** Signs commits with a key that only the session has. */
  IDENTITY("--identity", "sign the commits of the session with a key of its own"),
  /** Forbids user namespaces in the session; they are always forbidden with a bound project. */
  NO_NESTED("--no-nested", "allow no user namespaces inside (browsers need them)"),
  /** Lets the session write the whole project even if it has no .git. */
  BIND_ANYWAY("--bind-anyway", "with --workspace bind: allow a project without .git");

  private final String word;
  private final String description;

  Permission(String word, String description) {
    this.word = word;
    this.description = description;
  }

  @Override
  public String word() {
    return word;
  }

  /** The description of the option in the help. */
  public String description() {
    return description;
  }
}
