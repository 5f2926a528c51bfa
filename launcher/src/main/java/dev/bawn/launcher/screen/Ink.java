package dev.bawn.launcher.screen;

import java.util.ArrayList;
import java.util.List;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStyle;

/**
 * The styles of the lines of a page.
 *
 * @param isColoured whether there are colours
 */
record Ink(boolean isColoured) {

  static final AttributedStyle PLAIN = AttributedStyle.DEFAULT;
  static final AttributedStyle DIM = PLAIN.faint();

  AttributedStyle colour(AttributedStyle style, int colour) {
    return isColoured ? style.foreground(colour) : style;
  }

  /** The lines of a panel, which replaces everything between the title and the message. */
  static List<AttributedString> panel(List<String> texts, ScreenLayout layout) {
    List<AttributedString> lines = new ArrayList<>();
    for (int i = 0; i < layout.rows() - ScreenLayout.FRAME; i++) {
      lines.add(line(i < texts.size() ? "  " + texts.get(i) : "", PLAIN, layout.columns()));
    }
    return lines;
  }

  /** A line of this width: cut, or filled with blanks. */
  static AttributedString line(String text, AttributedStyle style, int width) {
    return new AttributedString(Cells.pad(Cells.cut(text, width), width), style);
  }
}
