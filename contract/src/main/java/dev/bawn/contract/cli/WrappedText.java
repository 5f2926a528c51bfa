package dev.bawn.contract.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Text that is broken between words into lines of a terminal. */
public final class WrappedText {

  /** A position outside of quotes: no argument of a command is there. */
  private static final String UNQUOTED = "(?=(?:[^']*+'[^']*+')*+[^']*+$)";

  /** A command that a message tells the user to type; not a sentence that begins with "bawn". */
  private static final Pattern COMMAND =
      Pattern.compile(
          "(?<=: )(?<!^bawn(?:-admin)?: (?:[a-z ]{1,20}: )?)"
              + UNQUOTED
              + "(?:bawn|bawn-admin|cd|chmod|cp|df|env|export|find|git|ls|npm|ps|rm|ssh|sudo|tmux) ");

  private WrappedText() {}

  /**
   * A message for standard error. On a terminal it gets further lines, indented, where it would
   * break a word or a command: a command stays on one line, so that it can be copied.
   */
  public static String message(String message, Surroundings here) {
    int room = here.terminals().err() ? Width.ofTerminal(here) - 2 : Integer.MAX_VALUE;
    return String.join("\n  ", messageLines(message, room));
  }

  /**
   * The lines of a message. They end after a semicolon, or before a command; other text is broken
   * between words.
   */
  static List<String> messageLines(String message, int room) {
    if (DisplayWidth.of(message) <= room) {
      return List.of(message);
    }
    List<String> pieces = new ArrayList<>();
    for (String part : message.split("(?<=;) " + UNQUOTED)) {
      if (DisplayWidth.of(part) <= room) {
        pieces.add(part);
        continue;
      }
      Matcher command = COMMAND.matcher(part);
      int end = command.find() ? command.start() : part.length();
      pieces.addAll(List.of(part.substring(0, end).split(" ")));
      if (end < part.length()) {
        pieces.add(part.substring(end));
      }
    }
    return filled(pieces, room);
  }

  /**
   * The lines of a text; a word that is longer than a line has its own line.
   *
   * @param room columns for each line
   */
  public static List<String> lines(String text, int room) {
    return filled(List.of(text.split(" ")), room);
  }

  private static List<String> filled(List<String> pieces, int room) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String piece : pieces) {
      if (!line.isEmpty() && DisplayWidth.of(line + " " + piece) > room) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(piece);
    }
    lines.add(line.toString());
    return lines;
  }

  /** A heading with a text beside it, whose further lines are aligned with the first. */
  public static String beside(String heading, String text, int width) {
    int room = width - DisplayWidth.of(heading);
    String indent = " ".repeat(DisplayWidth.of(heading));
    return heading + String.join("\n" + indent, messageLines(text, room));
  }

  /** Prints a heading and a text beside it on standard output, broken into lines for a terminal. */
  public static void print(String heading, String text, Surroundings here) {
    here.out().println(beside(heading, text, Width.of(here)));
  }

  /** Prints a text on standard output, broken into lines for a terminal. */
  public static void print(String text, Surroundings here) {
    here.out().println(String.join("\n  ", messageLines(text, Width.of(here) - 2)));
  }
}
