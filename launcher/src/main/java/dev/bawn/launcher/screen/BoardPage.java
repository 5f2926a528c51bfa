package dev.bawn.launcher.screen;

import static dev.bawn.launcher.screen.Ink.DIM;
import static dev.bawn.launcher.screen.Ink.PLAIN;
import static dev.bawn.launcher.screen.Ink.line;

import dev.bawn.contract.cli.Count;
import dev.bawn.launcher.screen.BoardSession.Urgency;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;

/** Draws the board: the sessions, and below them the terminal of the selected one. */
final class BoardPage {

  private static final String KEYS =
      "Enter attach  s send  p pause  x end  r review  / filter  ? all keys  q quit";

  /**
   * The lines of the title, the column names, the heading of the terminal, the message and the
   * keys.
   */
  private static final int FRAME = 5;

  private static final int LEAST_LIST = 5;
  private static final int WIDEST_NAME = 24;
  private static final int WIDEST_TOOL = 9;
  private static final int STATUS = 11;
  private static final int AGE = 6;
  private static final int CPU = 5;
  private static final int MEMORY = 9;
  private static final int CHANGES = 7;
  private static final int TOKENS = 8;

  /** The width from which the tokens have a column. */
  private static final int WIDE = 120;

  /** The smallest width of the project column; with less room it is left out. */
  private static final int LEAST_PROJECT = 8;

  private final ScreenLayout layout;
  private final Ink ink;

  BoardPage(ScreenLayout layout, Ink ink) {
    this.layout = layout;
    this.ink = ink;
  }

  /**
   * The content of the board.
   *
   * @param list the sessions
   * @param top the first visible line of the list
   * @param now the time
   * @param terminal lines of the selected session's terminal, or a message instead
   * @param panel lines that replace the whole page, unless it is empty
   * @param said the message above the keys
   */
  record State(
      BoardList list,
      int top,
      Instant now,
      List<String> terminal,
      List<String> panel,
      String said) {}

  /**
   * The number of lines for the list.
   *
   * @param sessions the number of sessions
   */
  int listHeight(int sessions) {
    return Math.clamp(sessions, 1, Math.max(LEAST_LIST, (layout.rows() - FRAME) / 2));
  }

  List<AttributedString> draw(State state) {
    int width = layout.columns();
    List<AttributedString> lines = new ArrayList<>();
    lines.add(line(visible(state) + state.list().title(), PLAIN.bold(), width));
    if (state.panel().isEmpty()) {
      sessions(state, lines);
      terminal(state, lines);
    } else {
      lines.addAll(Ink.panel(state.panel(), layout));
    }
    lines.add(line(state.said(), ink.colour(PLAIN, AttributedStyle.YELLOW), width));
    lines.add(line(KEYS, DIM, width));
    return lines;
  }

  /** The range of visible lines; empty if all are visible. */
  private String visible(State state) {
    int count = state.list().shown().size();
    int height = listHeight(count);
    return height < count ? (state.top() + 1) + " to " + (state.top() + height) + " of " : "";
  }

  private void sessions(State state, List<AttributedString> lines) {
    List<BoardSession> shown = state.list().shown();
    int height = listHeight(shown.size());
    Columns columns = Columns.of(shown, layout.columns());
    lines.add(line(columns.head(), DIM, layout.columns()));
    for (int i = state.top(); i < state.top() + height; i++) {
      if (i >= shown.size()) {
        lines.add(line(nothing(state.list()), PLAIN, layout.columns()));
      } else {
        lines.add(session(columns, shown.get(i), i == state.list().cursor(), state.now()));
      }
    }
  }

  private static String nothing(BoardList list) {
    return list.filter().isEmpty()
        ? " no sessions here; start one: bawn spawn NAME"
        : " no session matches '" + list.filter() + "'; / changes the filter";
  }

  /**
   * The columns that fit.
   *
   * @param name width of the names
   * @param tool width of the tools
   * @param tokens width of the tokens; 0 for none
   * @param project width of the projects; 0 for none
   * @param tags width of the tags; 0 for none
   */
  private record Columns(int name, int tool, int tokens, int project, int tags) {

    static Columns of(List<BoardSession> sessions, int width) {
      int name = widest("NAME", sessions.stream().map(BoardSession::name).toList(), WIDEST_NAME);
      int tool = widest("TOOL", sessions.stream().map(BoardSession::tool).toList(), WIDEST_TOOL);
      int tokens = width < WIDE ? 0 : TOKENS;
      int left = width - name - tool - STATUS - AGE - CPU - MEMORY - CHANGES - 7;
      left -= tokens == 0 ? 0 : tokens + 1;
      List<String> tagged =
          sessions.stream().map(BoardSession::tags).filter(each -> !each.isEmpty()).toList();
      int tags = tagged.isEmpty() ? 0 : widest("TAGS", tagged, left / 2 - 1);
      int project = tags > 0 ? left - tags - 2 : left - 1;
      return project < LEAST_PROJECT
          ? new Columns(name, tool, tokens, 0, 0)
          : new Columns(name, tool, tokens, project, tags);
    }

    private static int widest(String head, List<String> texts, int most) {
      int widest = Cells.width(head);
      for (String text : texts) {
        widest = Math.max(widest, Cells.width(text));
      }
      return Math.min(widest, most);
    }

    String head() {
      return " "
          + Cells.pad("NAME", name)
          + " "
          + Cells.pad("STATUS", STATUS)
          + rest("TOOL", "AGE", "CPU", "MEMORY", "CHANGES", "TOKENS")
          + last("PROJECT", "TAGS");
    }

    String rest(String what, String age, String cpu, String memory, String changes, String used) {
      return " "
          + Cells.pad(Cells.cut(what, tool), tool)
          + right(age, AGE)
          + right(cpu, CPU)
          + right(memory, MEMORY)
          + right(changes, CHANGES)
          + (tokens > 0 ? right(used, tokens) : "");
    }

    String last(String where, String what) {
      return (project > 0 ? " " + Cells.pad(Cells.cutStart(where, project), project) : "")
          + (tags > 0 ? " " + Cells.cut(what, tags) : "");
    }

    private static String right(String text, int width) {
      return " " + " ".repeat(Math.max(0, width - Cells.width(text))) + text;
    }
  }

  private AttributedString session(
      Columns columns, BoardSession session, boolean isSelected, Instant now) {
    AttributedStyle style = isSelected ? PLAIN.inverse() : PLAIN;
    String name = Cells.pad(Cells.cut(session.name(), columns.name()), columns.name());
    String rest =
        columns.rest(
            session.tool(),
            session.last().map(last -> age(last, now)).orElse("-"),
            session.processor().isPresent()
                ? String.format(Locale.ROOT, "%.0f %%", session.processor().getAsDouble())
                : "-",
            session.memory().isPresent() ? Count.bytes(session.memory().getAsLong()) : "-",
            session.changes().isEmpty() ? "-" : session.changes(),
            session.tokens().map(each -> Count.rounded(each.fresh())).orElse("-"));
    String last = columns.last(session.project(), session.tags());
    AttributedStringBuilder line = new AttributedStringBuilder(layout.columns());
    line.append(" " + name + " ", style);
    line.append(Cells.pad(Cells.cut(session.status(), STATUS), STATUS), ofStatus(session, style));
    line.append(Cells.pad(Cells.cut(rest + last, room(columns)), room(columns)), style);
    return line.toAttributedString();
  }

  private int room(Columns columns) {
    return layout.columns() - columns.name() - STATUS - 2;
  }

  private AttributedStyle ofStatus(BoardSession session, AttributedStyle style) {
    return switch (session.urgency()) {
      case WAITS -> ink.colour(style, AttributedStyle.YELLOW).bold();
      case IDLE -> ink.colour(style, AttributedStyle.CYAN);
      case WORKS -> ink.colour(style, AttributedStyle.GREEN);
      case FAILED -> ink.colour(style, AttributedStyle.RED);
      case PAUSED, ENDED -> style.faint();
    };
  }

  /** The age of a time, for example {@code 5 min}. */
  private static String age(Instant time, Instant now) {
    Duration age = Duration.between(time, now);
    if (age.toDays() > 0) {
      return age.toDays() + " d";
    }
    if (age.toHours() > 0) {
      return age.toHours() + " h";
    }
    return age.toMinutes() > 0 ? age.toMinutes() + " min" : Math.max(0, age.toSeconds()) + " s";
  }

  private static String heading(BoardSession session) {
    String rest =
        session.urgency() == Urgency.WAITS
            ? " waits for you"
            : session.isRunning() ? "" : "  " + session.status() + "; " + session.nextStep();
    return " "
        + session.name()
        + rest
        + session.tokens().map(each -> "  tokens: " + each).orElse("");
  }

  /** Adds the last lines of the terminal that fit. */
  private void terminal(State state, List<AttributedString> lines) {
    int width = layout.columns();
    String heading = state.list().selected().map(BoardPage::heading).orElse("");
    lines.add(line(heading, PLAIN.inverse(), width));
    int height = layout.rows() - lines.size() - 2;
    int first = Math.max(0, state.terminal().size() - height);
    for (int i = first; i < first + height; i++) {
      lines.add(line(i < state.terminal().size() ? state.terminal().get(i) : "", PLAIN, width));
    }
  }
}
