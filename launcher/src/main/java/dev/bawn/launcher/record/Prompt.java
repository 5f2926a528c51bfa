package dev.bawn.launcher.record;

import dev.bawn.contract.agent.Spelling;

/**
 * A prompt for a tool.
 *
 * @param text the prompt
 * @param manner whether the tool stays
 */
public record Prompt(String text, Manner manner) {

  /** The mode of a tool: interactive, or one answer only. */
  public enum Manner implements Spelling {
    /** The tool stays for a conversation. */
    INTERACTIVE,
    /** The tool answers, and ends. */
    ONCE
  }
}
