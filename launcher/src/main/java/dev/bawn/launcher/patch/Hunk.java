package dev.bawn.launcher.patch;

import java.util.ArrayList;
import java.util.List;

/**
 * One hunk of a difference.
 *
 * @param from the first of the old lines that it covers, counted from 0
 * @param length the number of old lines that it covers, including unchanged ones
 * @param replacement the new lines, one character for each byte
 * @param lines safe to display, its heading first
 * @param added the number of added lines
 * @param removed the number of removed lines
 */
public record Hunk(
    int from, int length, String replacement, List<String> lines, int added, int removed) {

  public Hunk {
    lines = List.copyOf(lines);
  }

  /**
   * The hunks of a unified diff.
   *
   * @param diff as {@link TextHunks} writes it, perhaps with lines before the first heading
   */
  static List<Hunk> all(String diff) {
    List<Hunk> hunks = new ArrayList<>();
    int start = diff.startsWith("@@ ") ? 0 : diff.indexOf("\n@@ ") + 1;
    while (start >= 0 && start < diff.length() && diff.startsWith("@@ ", start)) {
      int end = diff.indexOf("\n@@ ", start) + 1;
      end = end == 0 ? diff.length() : end;
      hunks.add(of(diff.substring(start, end)));
      start = end;
    }
    return hunks;
  }

  private static Hunk of(String text) {
    StringBuilder replacement = new StringBuilder();
    int added = 0;
    int removed = 0;
    char last = ' ';
    String[] lines = text.split("\n");
    for (String line : List.of(lines).subList(1, lines.length)) {
      char mark = line.charAt(0);
      if (mark == '\\') {
        if (last != '-') {
          replacement.setLength(replacement.length() - 1);
        }
        continue;
      }
      if (mark != '-') {
        replacement.append(line, 1, line.length()).append('\n');
      }
      added += mark == '+' ? 1 : 0;
      removed += mark == '-' ? 1 : 0;
      last = mark;
    }
    int length = count(lines[0]);
    int from = first(lines[0]) - (length > 0 ? 1 : 0);
    return new Hunk(from, length, replacement.toString(), Shown.harmless(text), added, removed);
  }

  private static int first(String heading) {
    return Integer.parseInt(heading.substring("@@ -".length(), heading.indexOf(',')));
  }

  private static int count(String heading) {
    return Integer.parseInt(heading.substring(heading.indexOf(',') + 1, heading.indexOf(" +")));
  }
}
