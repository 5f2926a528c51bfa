package dev.bawn.launcher.record;

import dev.bawn.contract.agent.Spelling;

/** A permission that a session has, or lacks, because of an option or a setting. */
public enum Permission implements Spelling {
  /** The caller's login of the tool is copied into the session's home. */
  LOGIN_FROM_HOST(
      "--login-from-host",
      "copy your login of the tool into the session's home, where any program of the session can"
          + " use it"),
  /** The caller's settings of git are seen, read-only. */
  GITCONFIG("--with-gitconfig", "show your git settings"),
  /** The session's own uid is 0 inside. */
  ROOT_INSIDE("--root-inside", "use user ID 0 inside, without more rights"),
  /** Commits are signed with a key that the session alone sees. */
  IDENTITY("--identity", "sign the commits of the session with a key of its own"),
  /** No user namespace can be made inside; with a bound project never. */
  NO_NESTED("--no-nested", "allow no user namespaces inside (browsers need them)"),
  /** A project without a .git is written directly, all of it. */
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

  /** For the help: what the option does. */
  public String description() {
    return description;
  }
}
