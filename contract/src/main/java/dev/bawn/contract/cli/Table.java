package dev.bawn.contract.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Rows below headings. On a terminal no line is wider than it: the widest of those columns that may
 * be cut are; elsewhere all is shown.
 */
public final class Table {

  /** The narrowest that a column becomes. */
  private static final int LEAST = 8;

  private static final int GAP = 2;
  private static final String MORE = "…";

  private final List<Column> columns;
  private final List<List<String>> rows = new ArrayList<>();

  /** Which end of a text is left out where there is no room for all of it. */
  public enum Cut {
    NEVER,
    START,
    END
  }

  /**
   * A column.
   *
   * @param heading above it
   * @param cut what is left out
   */
  public record Column(String heading, Cut cut) {}

  /**
   * @param columns from left to right
   */
  public Table(List<Column> columns) {
    this.columns = List.copyOf(columns);
    this.rows.add(columns.stream().map(Column::heading).toList());
  }

  /** Adds a row: a text for each column. */
  public void row(List<String> cells) {
    rows.add(List.copyOf(cells));
  }

  /**
   * All lines.
   *
   * @param width of the terminal in characters; {@link Integer#MAX_VALUE} for none
   */
  public List<String> lines(int width) {
    int[] widths = widths(width);
    return rows.stream().map(row -> line(row, widths)).toList();
  }

  private int[] widths(int width) {
    int[] widths = new int[columns.size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    long room = (long) width - GAP * (widths.length - 1L);
    int widest = widest(widths);
    while (Arrays.stream(widths).sum() > room && widest >= 0) {
      widths[widest]--;
      widest = widest(widths);
    }
    return widths;
  }

  /** The widest of those that can still be cut, or -1. */
  private int widest(int[] widths) {
    int widest = -1;
    for (int i = 0; i < widths.length; i++) {
      boolean cuttable = columns.get(i).cut() != Cut.NEVER && widths[i] > LEAST;
      if (cuttable && (widest < 0 || widths[i] > widths[widest])) {
        widest = i;
      }
    }
    return widest;
  }

  private String line(List<String> row, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      String cell = fitted(row.get(i), widths[i], columns.get(i).cut());
      line.append(cell).append(" ".repeat(widths[i] - cell.length() + GAP));
    }
    return line.toString().stripTrailing();
  }

  private static String fitted(String text, int width, Cut cut) {
    if (text.length() <= width) {
      return text;
    }
    return cut == Cut.START
        ? MORE + text.substring(text.length() - width + 1)
        : text.substring(0, width - 1) + MORE;
  }
}
