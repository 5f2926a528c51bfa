package dev.bawn.contract.sandbox;

/**
 * The prompt of a shell inside: it names the session. bash runs {@code PROMPT_COMMAND}, see
 * bash(1), where its prompt is still its own; other shells do not know that variable.
 */
public final class ShellPrompt {

  private ShellPrompt() {}

  /**
   * The variable.
   *
   * @param session its name, which needs no quoting
   */
  public static SandboxStep of(String session) {
    return new SandboxStep.SetEnvironment(
        "PROMPT_COMMAND", "[ \"$PS1\" != '\\s-\\v\\$ ' ] || PS1='" + session + ":\\w\\$ '");
  }
}
