package dev.bawn.contract.tool;

import java.util.List;

/**
 * Where a tool writes down its conversations, with the tokens that they used.
 *
 * @param kind the format of these files
 * @param directories that have them, at any depth
 */
public record ToolTranscript(TranscriptKind kind, List<HomePath> directories) {

  public ToolTranscript {
    directories = List.copyOf(directories);
  }
}
