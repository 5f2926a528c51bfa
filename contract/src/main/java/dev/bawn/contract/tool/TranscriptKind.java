package dev.bawn.contract.tool;

import dev.bawn.contract.agent.Spelling;

/** The format in which a tool writes down its conversations, named after the tool that has it. */
public enum TranscriptKind implements Spelling {
  CLAUDE,
  CODEX,
  GEMINI
}
