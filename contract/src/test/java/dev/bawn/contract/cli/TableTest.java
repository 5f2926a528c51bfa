package dev.bawn.contract.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.cli.Table.Column;
import dev.bawn.contract.cli.Table.Cut;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rows that fit a terminal, and times as people say them. */
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
