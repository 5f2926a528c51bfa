package dev.bawn.contract.cli;

import java.util.ArrayList;
import java.util.List;

/** Text that is broken between words into lines of a terminal. */
public final class WrappedText {

  private WrappedText() {}

  /**
   * The lines; a word that is longer than a line has one of its own.
   *
   * @param room columns for each line
   */
  public static List<String> lines(String text, int room) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : text.split(" ")) {
      if (!line.isEmpty() && DisplayWidth.of(line + " " + word) > room) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }

  /** One text: a heading, and the lines of a text beside it. */
  public static String beside(String heading, String text, int width) {
    int room = width - DisplayWidth.of(heading);
    String indent = " ".repeat(DisplayWidth.of(heading));
    return heading + String.join("\n" + indent, lines(text, room));
  }
}
