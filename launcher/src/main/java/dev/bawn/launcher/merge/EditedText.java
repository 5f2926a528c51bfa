package dev.bawn.launcher.merge;

import dev.bawn.launcher.review.TextMerge;
import java.io.IOException;

/**
 * A text that a review edited.
 *
 * @param began the text from which the edit began; empty where that is not known
 * @param text what became of it
 */
public record EditedText(byte[] began, byte[] text) {

  /**
   * The same edit of another text; the edited lines where that has other lines than the edit began
   * with.
   */
  public byte[] of(byte[] now) throws IOException {
    return TextMerge.canBeMerged(began, now, text) ? TextMerge.sessions(began, now, text) : text;
  }
}
