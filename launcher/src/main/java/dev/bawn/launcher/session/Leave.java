package dev.bawn.launcher.session;

import dev.bawn.contract.agent.Word;

/** What a session may, or may not, only because somebody said so. */
public enum Leave implements Word {
  /** The caller's .ssh is seen, read-only, and its agent is reached. */
  SSH("--with-ssh"),
  /** The caller's login of the tool is copied into the session's home. */
  LOGIN_FROM_HOST("--login-from-host"),
  /** The caller's settings of git are seen, read-only. */
  GITCONFIG("--with-gitconfig"),
  /** The session's own uid is 0 inside. */
  ROOT_INSIDE("--root-inside"),
  /** No user namespace can be made inside. */
  NO_NESTED("--no-nested"),
  /** A project without a .git is written directly, all of it. */
  BIND_ANYWAY("--bind-anyway");

  private final String word;

  Leave(String word) {
    this.word = word;
  }

  @Override
  public String word() {
    return word;
  }
}
