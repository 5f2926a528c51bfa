package dev.bawn.launcher.merge;

import dev.bawn.launcher.review.TextMerge;
import java.io.IOException;

/**
 * A text that a review edited.
 *
 * @param began the text from which the edit began; empty if it is not known
 * @param text the edited text
 */
public record EditedText(byte[] began, byte[] text) {

  /**
   * Applies the same edit to another text; the edited lines win where that text differs from the
   * one with which the edit began.
   */
  public byte[] of(byte[] now) throws IOException {
    return TextMerge.canBeMerged(began, now, text) ? TextMerge.sessions(began, now, text) : text;
  }
}
