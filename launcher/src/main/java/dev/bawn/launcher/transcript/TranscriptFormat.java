package dev.bawn.launcher.transcript;

import dev.bawn.contract.tool.TranscriptKind;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** Collects the tokens in the lines of transcripts, of one home. */
sealed interface TranscriptFormat permits MessageFormat, CodexFormat {

  /** The format of transcripts of this kind. */
  static TranscriptFormat of(TranscriptKind kind) {
    return switch (kind) {
      case CLAUDE -> MessageFormat.claude();
      case CODEX -> new CodexFormat();
      case GEMINI -> MessageFormat.gemini();
      case OPENCODE -> MessageFormat.opencode();
    };
  }

  /** The marks of lines with tokens: a line with none of these texts is skipped. */
  List<String> marks();

  /** The fields to read of a line. */
  Set<String> fields();

  /**
   * Begins with a file.
   *
   * @param isWhole whether it is read from its first line
   */
  void begin(boolean isWhole);

  /** Adds the next line of that file. */
  void add(JsonLine line);

  /** The usage in all lines. */
  Collection<Usage> usages();
}
