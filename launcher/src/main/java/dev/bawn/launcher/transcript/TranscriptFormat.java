package dev.bawn.launcher.transcript;

import dev.bawn.contract.tool.TranscriptKind;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** Collects what the lines of transcripts say, of one home. */
sealed interface TranscriptFormat permits MessageFormat, CodexFormat {

  /** Reads files of this kind. */
  static TranscriptFormat of(TranscriptKind kind) {
    return switch (kind) {
      case CLAUDE -> MessageFormat.claude();
      case CODEX -> new CodexFormat();
      case GEMINI -> MessageFormat.gemini();
    };
  }

  /** A line with none of these texts says nothing. */
  List<String> marks();

  /** The fields that it needs of a line. */
  Set<String> fields();

  /**
   * Begins with a file.
   *
   * @param isWhole whether its first line comes first
   */
  void begin(boolean isWhole);

  /** Takes the next line of that file. */
  void add(JsonLine line);

  /** What all lines said together. */
  Collection<Usage> usages();
}
