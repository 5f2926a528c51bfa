package dev.bawn.contract.tool;

import java.util.List;

/**
 * The files in which a tool records its conversations and the tokens that they used.
 *
 * @param kind the format of these files
 * @param directories that have them, at any depth; a database is at the top
 * @param continuation arguments with which the tool continues its last conversation; may be empty
 */
public record ToolTranscript(
    TranscriptKind kind, List<HomePath> directories, List<String> continuation) {

  public ToolTranscript {
    directories = List.copyOf(directories);
    continuation = List.copyOf(continuation);
  }
}
