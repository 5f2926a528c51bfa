package dev.bawn.launcher.screen;

import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStyle;

/**
 * How lines of a page are drawn.
 *
 * @param isColoured whether there are colours
 */
record Ink(boolean isColoured) {

  static final AttributedStyle PLAIN = AttributedStyle.DEFAULT;
  static final AttributedStyle DIM = PLAIN.faint();

  AttributedStyle colour(AttributedStyle style, int colour) {
    return isColoured ? style.foreground(colour) : style;
  }

  /** A line of this width: cut, or filled with blanks. */
  static AttributedString line(String text, AttributedStyle style, int width) {
    return new AttributedString(Cells.pad(Cells.cut(text, width), width), style);
  }
}
