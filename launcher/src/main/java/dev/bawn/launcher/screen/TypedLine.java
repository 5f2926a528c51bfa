package dev.bawn.launcher.screen;

import dev.bawn.launcher.screen.FullScreen.Key;
import dev.bawn.launcher.screen.FullScreen.Pressed;

/** A line that the user types. */
final class TypedLine {

  private static final String INTERRUPT = "\003";

  /** Ctrl-U. */
  private static final String CLEAR = "\025";

  private final StringBuilder text;

  /**
   * @param begun the text to begin with
   */
  TypedLine(String begun) {
    text = new StringBuilder(begun);
  }

  /** The state of the line. */
  enum State {
    TYPING,
    DONE,
    CANCELLED
  }

  String text() {
    return text.toString();
  }

  /** Handles a key. */
  State press(Pressed pressed) {
    if (pressed.key() == Key.ENTER) {
      return State.DONE;
    }
    if (pressed.key() == Key.ESCAPE || pressed.letter().equals(INTERRUPT)) {
      return State.CANCELLED;
    }
    if (pressed.key() == Key.BACKSPACE && !text.isEmpty()) {
      text.setLength(text.offsetByCodePoints(text.length(), -1));
    } else if (pressed.letter().equals(CLEAR)) {
      text.setLength(0);
    } else if (pressed.key() == Key.LETTER
        && pressed.letter().codePoints().noneMatch(Character::isISOControl)) {
      text.append(pressed.letter());
    }
    return State.TYPING;
  }
}
