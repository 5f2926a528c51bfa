package dev.bawn.contract.cli;

import java.util.ArrayList;
import java.util.List;

/**
 * Rows below headings. On a terminal no line is wider than it: the widest of those columns that may
 * be cut are, and columns that may go do; elsewhere all is shown.
 */
public final class Table {

  /** The narrowest that a column becomes. */
  private static final int LEAST = 8;

  private static final int GAP = 2;
  private static final String MORE = "…";

  private final List<Column> columns;
  private final List<List<String>> rows = new ArrayList<>();

  /** What is left out where there is no room for all. */
  public enum Cut {
    /** Nothing. */
    NEVER,
    /** The beginning of a text. */
    START,
    /** Its end. */
    END,
    /** All of the column, where cutting others was not enough; the last such column first. */
    COLUMN
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
   * @param width of the terminal in columns; {@link Integer#MAX_VALUE} for none
   */
  public List<String> lines(int width) {
    int[] widths = widths(width);
    return rows.stream().map(row -> line(row, widths)).toList();
  }

  private int[] widths(int width) {
    int[] widths = new int[columns.size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], DisplayWidth.of(row.get(i)));
      }
    }
    int[] cut = cut(widths, width);
    for (int i = widths.length - 1; i >= 0 && total(cut) > width; i--) {
      if (columns.get(i).cut() == Cut.COLUMN) {
        widths[i] = 0;
        cut = cut(widths, width);
      }
    }
    return cut;
  }

  private int[] cut(int[] widths, int width) {
    int[] cut = widths.clone();
    int widest = widest(cut);
    while (total(cut) > width && widest >= 0) {
      cut[widest]--;
      widest = widest(cut);
    }
    return cut;
  }

  /** With the gaps between them; a column of no width is none. */
  private static long total(int[] widths) {
    long total = -GAP;
    for (int width : widths) {
      total += width == 0 ? 0 : width + GAP;
    }
    return total;
  }

  /** The widest of those that can still be cut, or -1. */
  private int widest(int[] widths) {
    int widest = -1;
    for (int i = 0; i < widths.length; i++) {
      Cut cut = columns.get(i).cut();
      boolean cuttable = (cut == Cut.START || cut == Cut.END) && widths[i] > LEAST;
      if (cuttable && (widest < 0 || widths[i] > widths[widest])) {
        widest = i;
      }
    }
    return widest;
  }

  private String line(List<String> row, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      if (widths[i] == 0) {
        continue;
      }
      String cell = fitted(row.get(i), widths[i], columns.get(i).cut());
      line.append(cell).append(" ".repeat(widths[i] - DisplayWidth.of(cell) + GAP));
    }
    return line.toString().stripTrailing();
  }

  private static String fitted(String text, int width, Cut cut) {
    if (DisplayWidth.of(text) <= width) {
      return text;
    }
    return cut == Cut.START
        ? MORE + DisplayWidth.end(text, width - 1)
        : DisplayWidth.beginning(text, width - 1) + MORE;
  }
}
