package dev.bawn.launcher.request;

/**
 * What a tool is told at its start.
 *
 * @param text the words
 * @param manner what becomes of the tool afterwards
 */
public record Prompt(String text, Manner manner) {

  /** What becomes of a tool that was told something. */
  public enum Manner {
    /** It stays for a conversation. */
    INTERACTIVE,
    /** It answers, and ends. */
    ONCE
  }
}
