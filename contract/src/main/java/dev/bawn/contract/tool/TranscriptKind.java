package dev.bawn.contract.tool;

import dev.bawn.contract.agent.Spelling;

/** The format in which a tool records its conversations, named after the tool. */
public enum TranscriptKind implements Spelling {
  CLAUDE,
  CODEX,
  GEMINI,
  OPENCODE;

  /** Tells whether it is an SQLite database, and no text. */
  public boolean isDatabase() {
    return this == OPENCODE;
  }
}
