package dev.bawn.launcher.request;

/**
 * A prompt for a tool.
 *
 * @param text the prompt
 * @param manner whether the tool stays
 */
public record Prompt(String text, Manner manner) {

  /** Whether a tool stays after its answer. */
  public enum Manner {
    /** The tool stays for a conversation. */
    INTERACTIVE,
    /** The tool answers, and ends. */
    ONCE
  }
}
