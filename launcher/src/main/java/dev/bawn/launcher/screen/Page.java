package dev.bawn.launcher.screen;

import static dev.bawn.launcher.screen.Ink.DIM;
import static dev.bawn.launcher.screen.Ink.PLAIN;
import static dev.bawn.launcher.screen.Ink.line;

import dev.bawn.launcher.screen.ViewLine.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;

/** Draws a state of the review, line by line. */
final class Page {

  private static final String KEYS =
      "y accept  r reject  n later  Tab hunks  u undo  m merge  ? all keys  q quit";
  private static final String MORE_KEYS =
      "y accept  r reject  n later  Tab hunks  ] hazard  c conflict  e edit  ; comment  u undo  m merge"
          + "  ? all keys  q quit";
  private static final String CONFLICT_KEYS =
      "s session's  p project's  e edit  r reject  n later  m merge  ? all keys  q quit";
  private static final int COUNTS = 10;
  private static final int MARKS = 7;

  private final ScreenLayout layout;
  private final Ink ink;

  Page(ScreenLayout layout, Ink ink) {
    this.layout = layout;
    this.ink = ink;
  }

  /**
   * The content of the page.
   *
   * @param title the first line
   * @param list the changes
   * @param top the first visible line of the list
   * @param heading the heading of the diff
   * @param lines the lines of the diff, or a message instead
   * @param scroll the first visible line of them
   * @param hunk the selected hunk; -1 for none
   * @param verdicts of the hunks: see {@link Decision#hunks}
   * @param inDiff whether keys go to the hunks
   * @param panel lines that replace the whole page, unless it is empty
   * @param said the message above the keys
   */
  record State(
      String title,
      ReviewList list,
      int top,
      String heading,
      List<ViewLine> lines,
      int scroll,
      int hunk,
      String verdicts,
      boolean inDiff,
      List<String> panel,
      String said) {}

  List<AttributedString> draw(State state) {
    List<AttributedString> lines = new ArrayList<>();
    lines.add(line(state.title(), PLAIN.bold(), layout.columns()));
    if (state.panel().isEmpty()) {
      body(state, lines);
    } else {
      lines.addAll(Ink.panel(state.panel(), layout));
    }
    lines.add(line(state.said(), ink.colour(PLAIN, AttributedStyle.YELLOW), layout.columns()));
    lines.add(line(keys(state), DIM, layout.columns()));
    return lines;
  }

  private String keys(State state) {
    if (state.list().selected().filter(Entry::isConflict).isPresent()) {
      return CONFLICT_KEYS;
    }
    return Cells.width(MORE_KEYS) <= layout.columns() ? MORE_KEYS : KEYS;
  }

  private void body(State state, List<AttributedString> lines) {
    List<AttributedString> files = files(state);
    List<AttributedString> diff = diff(state);
    if (layout.isBeside()) {
      for (int i = 0; i < layout.filesHeight(); i++) {
        AttributedStringBuilder both = new AttributedStringBuilder(layout.columns());
        both.append(files.get(i)).append("┃", DIM).append(diff.get(i));
        lines.add(both.toAttributedString());
      }
    } else {
      lines.addAll(files);
      lines.addAll(diff);
    }
  }

  private List<AttributedString> files(State state) {
    List<AttributedString> lines = new ArrayList<>();
    List<Row> rows = state.list().rows();
    int end = state.top() + layout.filesHeight();
    for (int i = state.top(); i < end; i++) {
      lines.add(
          i < rows.size()
              ? row(rows.get(i), i == state.list().cursor(), state.inDiff())
              : line("", PLAIN, layout.filesWidth()));
    }
    if (state.top() > 0) {
      lines.set(0, marked(lines.getFirst(), "↑" + state.top()));
    }
    if (end < rows.size()) {
      lines.set(lines.size() - 1, marked(lines.getLast(), "↓" + (rows.size() - end)));
    }
    return lines;
  }

  /**
   * A line at the edge of the list, with the number of hidden lines beyond it before the counts.
   */
  private AttributedString marked(AttributedString line, String more) {
    int end = layout.filesWidth() - COUNTS;
    return new AttributedStringBuilder(layout.filesWidth())
        .append(line.columnSubSequence(0, end - Cells.width(more) - 1))
        .append(" " + more, DIM)
        .append(line.columnSubSequence(end, layout.filesWidth()))
        .toAttributedString();
  }

  private AttributedString row(Row row, boolean isSelected, boolean inDiff) {
    AttributedStyle style = isSelected ? (inDiff ? PLAIN.underline() : PLAIN.inverse()) : PLAIN;
    if (row.entry().isEmpty()) {
      String name = row.directory().bytes().isEmpty() ? "." : row.directory().shown();
      return line(
          Cells.cutStart(name + "/", layout.filesWidth()), style.bold(), layout.filesWidth());
    }
    return file(row.entry().get(), style);
  }

  private AttributedString file(Entry entry, AttributedStyle style) {
    AttributedStringBuilder line = new AttributedStringBuilder(layout.filesWidth());
    Optional<Verdict> verdict = entry.decision().map(Decision::verdict);
    line.append(" ", style);
    line.append(
        String.valueOf(entry.decision().map(Decision::mark).orElse(' ')),
        verdict.map(each -> ofVerdict(each, style)).orElse(style));
    line.append(" " + entry.letter(), style);
    line.append(
        entry.isConflict() ? "C" : entry.isChanged() ? "*" : " ",
        ink.colour(style, AttributedStyle.RED).bold());
    boolean isSevere = entry.reviewed().isSevere();
    line.append(
        entry.isHazard() ? "!" : " ",
        ink.colour(style, isSevere ? AttributedStyle.RED : AttributedStyle.YELLOW).bold());
    int room = layout.filesWidth() - MARKS - COUNTS;
    String shown = entry.path().shown();
    String name = shown.substring(shown.lastIndexOf('/') + 1);
    line.append(" " + Cells.pad(Cells.cut(name, room), room), style);
    String counts = counts(entry);
    line.append(" ".repeat(Math.max(0, COUNTS - counts.length())) + counts, style);
    return line.toAttributedString();
  }

  private AttributedStyle ofVerdict(Verdict verdict, AttributedStyle style) {
    return switch (verdict) {
      case ACCEPT, PARTLY, EDIT, SESSIONS, PROJECTS ->
          ink.colour(style, AttributedStyle.GREEN).bold();
      case REJECT -> ink.colour(style, AttributedStyle.RED).bold();
      case LATER -> style;
    };
  }

  private static String counts(Entry entry) {
    if (entry.seen().isEmpty()) {
      return "… ";
    }
    return (entry.added() > 0 ? "+" + entry.added() : "")
        + (entry.removed() > 0 ? " -" + entry.removed() : "")
        + " ";
  }

  private List<AttributedString> diff(State state) {
    List<AttributedString> lines = new ArrayList<>();
    int width = layout.diffWidth();
    lines.add(line(state.heading(), PLAIN.inverse(), width));
    for (int i = state.scroll(); lines.size() < layout.diffHeight(); i++) {
      lines.add(
          i < state.lines().size()
              ? diffLine(state, state.lines().get(i))
              : line("", PLAIN, width));
    }
    return lines;
  }

  private AttributedString diffLine(State state, ViewLine line) {
    String text = line.text();
    AttributedStyle style = style(line.kind());
    if (line.kind() == Kind.HUNK) {
      char verdict =
          line.hunk() < state.verdicts().length() ? state.verdicts().charAt(line.hunk()) : '.';
      text = (verdict == 'y' ? "✓ " : verdict == 'n' ? "✗ " : "") + text;
    }
    if (state.inDiff() && line.hunk() == state.hunk() && line.kind() == Kind.HUNK) {
      style = style.inverse();
    }
    return line(text, style, layout.diffWidth());
  }

  private AttributedStyle style(Kind kind) {
    return switch (kind) {
      case HEAD -> PLAIN.bold();
      case HUNK -> ink.colour(PLAIN, AttributedStyle.CYAN);
      case ADDED -> ink.colour(PLAIN, AttributedStyle.GREEN);
      case REMOVED -> ink.colour(PLAIN, AttributedStyle.RED);
      case NOTE, CONFLICT -> ink.colour(PLAIN, AttributedStyle.YELLOW).bold();
      case PLAIN -> PLAIN;
    };
  }
}
