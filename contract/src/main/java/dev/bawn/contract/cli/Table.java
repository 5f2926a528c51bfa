package dev.bawn.contract.cli;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Rows below headings. On a terminal no line is wider than the terminal: the widest of the columns
 * with {@link Cut} are cut, and some columns are left out. Elsewhere everything is printed.
 */
public final class Table {

  /** The smallest width of a column. */
  private static final int LEAST = 8;

  private static final int GAP = 2;
  private static final Set<Cut> USUAL = EnumSet.of(Cut.START, Cut.END, Cut.WRAP);
  private static final Set<Cut> AT_LAST = EnumSet.of(Cut.END_AT_LAST);
  private static final String MORE = "…";

  private final List<Column> columns;
  private final List<Row> rows = new ArrayList<>();

  /** A row, with the width of each cell. */
  private record Row(List<String> cells, int[] widths) {}

  /** How a column is shortened if the row does not fit. */
  public enum Cut {
    /** The column is never cut. */
    NEVER,
    /** The beginning of a text is cut. */
    START,
    /** The end of a text is cut. */
    END,
    /** The end of a text is cut, after all other columns. */
    END_AT_LAST,
    /** A text continues in the lines below. Only for the last column. */
    WRAP,
    /** The column is left out if cutting others is not enough; the last such column first. */
    COLUMN
  }

  /**
   * A column.
   *
   * @param heading above it
   * @param cut how it is shortened
   */
  public record Column(String heading, Cut cut) {}

  /**
   * @param columns from left to right
   */
  public Table(List<Column> columns) {
    this.columns = List.copyOf(columns);
    row(columns.stream().map(Column::heading).toList());
  }

  /** Adds a row: a text for each column. */
  public void row(List<String> cells) {
    int[] widths = new int[cells.size()];
    for (int i = 0; i < widths.length; i++) {
      widths[i] = DisplayWidth.of(cells.get(i));
    }
    rows.add(new Row(List.copyOf(cells), widths));
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
    for (Row row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.widths()[i]);
      }
    }
    int[] cut = cut(widths, width, USUAL);
    for (int i = widths.length - 1; i >= 0 && total(cut) > width; i--) {
      if (columns.get(i).cut() == Cut.COLUMN) {
        widths[i] = 0;
        cut = cut(widths, width, USUAL);
      }
    }
    return cut(cut, width, AT_LAST);
  }

  private int[] cut(int[] widths, int width, Set<Cut> kinds) {
    int[] cut = widths.clone();
    int widest = widest(cut, kinds);
    while (total(cut) > width && widest >= 0) {
      cut[widest]--;
      widest = widest(cut, kinds);
    }
    return cut;
  }

  /** The width of a row with the gaps; a column of width 0 has none. */
  private static long total(int[] widths) {
    long total = -GAP;
    for (int width : widths) {
      total += width == 0 ? 0 : width + GAP;
    }
    return total;
  }

  /** The widest column that can still be cut, or -1. */
  private int widest(int[] widths, Set<Cut> kinds) {
    int widest = -1;
    for (int i = 0; i < widths.length; i++) {
      boolean cuttable = kinds.contains(columns.get(i).cut()) && widths[i] > LEAST;
      if (cuttable && (widest < 0 || widths[i] > widths[widest])) {
        widest = i;
      }
    }
    return widest;
  }

  private String line(Row row, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      boolean whole = row.widths()[i] <= widths[i];
      String text = row.cells().get(i);
      if (!whole && columns.get(i).cut() == Cut.WRAP) {
        int start = DisplayWidth.of(line.toString());
        return WrappedText.beside(line.toString(), text, start + widths[i]);
      }
      String cell = whole ? text : cut(text, widths[i], columns.get(i).cut());
      int width = whole ? row.widths()[i] : DisplayWidth.of(cell);
      line.append(cell).append(" ".repeat(widths[i] == 0 ? 0 : widths[i] - width + GAP));
    }
    return line.toString().stripTrailing();
  }

  /** The part of a text that fits; empty for a column that is left out. */
  private static String cut(String text, int width, Cut cut) {
    return switch (cut) {
      case START -> MORE + DisplayWidth.end(text, width - 1);
      case END, END_AT_LAST -> DisplayWidth.beginning(text, width - 1) + MORE;
      case NEVER, COLUMN, WRAP -> "";
    };
  }
}
