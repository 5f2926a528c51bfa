package dev.bawn.contract.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.cli.Table.Column;
import dev.bawn.contract.cli.Table.Cut;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rows that fit into the terminal, and relative times. */
class TableTest {

  private static Table table() {
    Table table =
        new Table(
            List.of(
                new Column("AGENT", Cut.END),
                new Column("STATE", Cut.NEVER),
                new Column("SOURCE", Cut.START)));
    table.row(List.of("a.noir", "enforce", "/home/alice/projects/somewhere/app"));
    table.row(List.of("a.very.long.name.of.an.agent", "-", "/app"));
    return table;
  }

  @Test
  void without_a_terminal_nothing_is_cut() {
    assertEquals(
        List.of(
            "AGENT                         STATE    SOURCE",
            "a.noir                        enforce  /home/alice/projects/somewhere/app",
            "a.very.long.name.of.an.agent  -        /app"),
        table().lines(Integer.MAX_VALUE));
  }

  @Test
  void on_a_terminal_the_widest_columns_give_way_a_path_at_its_beginning() {
    assertEquals(
        List.of(
            "AGENT            STATE    SOURCE",
            "a.noir           enforce  …s/somewhere/app",
            "a.very.long.na…  -        /app"),
        table().lines(42));
    for (int width = 30; width < 120; width++) {
      int room = width;
      assertTrue(table().lines(width).stream().allMatch(line -> line.length() <= room));
    }
  }

  @Test
  void what_must_not_be_cut_is_not_however_narrow_it_gets() {
    assertTrue(table().lines(1).get(1).contains("enforce"));
  }

  @Test
  void columns_that_may_go_do_where_cutting_others_is_not_enough() {
    Table table =
        new Table(
            List.of(
                new Column("NAME", Cut.NEVER),
                new Column("TOOL", Cut.COLUMN),
                new Column("KIND", Cut.COLUMN),
                new Column("PATH", Cut.START)));
    table.row(List.of("a-name-that-is-long", "claude", "overlay", "/home/alice/projects/app"));
    assertEquals("a-name-that-is-long  claude  overlay  …cts/app", table.lines(46).getLast());
    assertEquals("a-name-that-is-long  claude  …ojects/app", table.lines(40).getLast());
    assertEquals("NAME                 PATH", table.lines(32).getFirst());
    assertEquals("a-name-that-is-long  …ects/app", table.lines(30).getLast());
  }

  @Test
  void letters_that_take_two_columns_count_twice_and_marks_not_at_all() {
    Table table = new Table(List.of(new Column("NAME", Cut.END), new Column("PATH", Cut.START)));
    table.row(List.of("日本語日本語", "/home/alice/プロジェクト/アプリ"));
    table.row(List.of("e\u0301te\u0301", "/home/alice/\ud83d\ude80\ud83d\ude80\ud83d\ude80"));
    assertEquals(
        List.of(
            "NAME          PATH",
            "日本語日本語  /home/alice/プロジェクト/アプリ",
            "e\u0301te\u0301           /home/alice/\ud83d\ude80\ud83d\ude80\ud83d\ude80"),
        table.lines(Integer.MAX_VALUE));
    assertEquals(
        List.of(
            "NAME         PATH",
            "日本語日本…  …ト/アプリ",
            "e\u0301te\u0301          …ice/\ud83d\ude80\ud83d\ude80\ud83d\ude80"),
        table.lines(24));
  }

  @Test
  void no_half_of_a_letter_is_left_and_no_mark_without_its_letter() {
    for (String text : List.of("\ud83d\ude80".repeat(9), "a\u0301".repeat(15), "日a".repeat(9))) {
      for (Cut cut : List.of(Cut.START, Cut.END)) {
        for (int width = 8; width < 15; width++) {
          Table table = new Table(List.of(new Column("X", cut)));
          table.row(List.of(text));
          String cell = table.lines(width).get(1);
          assertTrue(DisplayWidth.of(cell) <= width, cell);
          assertTrue(text.contains(cell.replace("…", "")), cell);
          assertTrue(!cell.startsWith("…\u0301"), cell);
          assertTrue(cell.codePoints().noneMatch(c -> c >= 0xd800 && c < 0xe000), cell);
        }
      }
    }
  }

  @Test
  void a_name_is_cut_once_columns_are_gone_and_the_others_are_short() {
    Table table =
        new Table(
            List.of(
                new Column("NAME", Cut.END_AT_LAST),
                new Column("TOOL", Cut.COLUMN),
                new Column("PATH", Cut.START)));
    table.row(List.of("n".repeat(20), "claude", "/home/alice/" + "p".repeat(20)));
    assertEquals("n".repeat(20) + "  claude  …" + "p".repeat(9), table.lines(40).get(1));
    assertEquals("n".repeat(20) + "  …" + "p".repeat(7), table.lines(30).get(1));
    assertEquals("n".repeat(9) + "…  …" + "p".repeat(7), table.lines(20).get(1));
    assertEquals("n".repeat(7) + "…  …" + "p".repeat(7), table.lines(10).get(1));
  }

  @Test
  void times_are_said_as_people_say_them() {
    Instant now = Instant.parse("2026-11-21T12:00:00Z");
    assertEquals("just now", Ago.of(now.minusSeconds(59), now));
    assertEquals("1 min ago", Ago.of(now.minusSeconds(60), now));
    assertEquals("23 h ago", Ago.of(now.minus(Duration.ofHours(24).minusSeconds(1)), now));
    assertEquals("29 d ago", Ago.of(now.minus(Duration.ofDays(29)), now));
    assertEquals("2026-10-22", Ago.of(now.minus(Duration.ofDays(30)), now));
    assertEquals("just now", Ago.of(now.plusSeconds(5), now));
  }
}
