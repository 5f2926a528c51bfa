package dev.bawn.contract.sandbox;

import java.util.List;

/**
 * The prompt of a shell in a session, with the session's name. It is set by variables only, which a
 * shell uses if its prompt is still the default.
 */
public final class ShellPrompt {

  private ShellPrompt() {}

  /**
   * The variables: bash runs {@code PROMPT_COMMAND}, zsh reads {@code PROMPT}, and the prompts of
   * fish and of Debian's bash begin with {@code debian_chroot}, see bash(1), zshparam(1) and
   * prompt_login(1).
   *
   * @param session its name, which needs no quoting
   */
  public static List<SandboxStep> of(String session) {
    return List.of(
        new SandboxStep.SetEnvironment(
            "PROMPT_COMMAND", "[ \"$PS1\" != '\\s-\\v\\$ ' ] || PS1='" + session + ":\\w\\$ '"),
        new SandboxStep.SetEnvironment("PROMPT", session + ":%~%# "),
        new SandboxStep.SetEnvironment("debian_chroot", session));
  }
}
