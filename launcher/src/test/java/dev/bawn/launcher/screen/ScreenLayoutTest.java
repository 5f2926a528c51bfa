package dev.bawn.launcher.screen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.jline.utils.AttributedString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The layout fits a terminal of any size. */
class ScreenLayoutTest {

  @Test
  void eighty_columns_and_22_lines_are_enough_and_less_is_not() {
    assertTrue(new ScreenLayout(80, 22).isLargeEnough());
    assertFalse(new ScreenLayout(79, 22).isLargeEnough());
    assertFalse(new ScreenLayout(80, 21).isLargeEnough());
    assertFalse(new ScreenLayout(80, 24).isBeside());
    assertTrue(new ScreenLayout(120, 24).isBeside());
  }

  @Test
  void a_page_fills_the_terminal_exactly_whatever_its_size() {
    ReviewList list = new ReviewList(_ -> {});
    for (int columns = 80; columns < 300; columns += 7) {
      for (int rows = 22; rows < 100; rows += 5) {
        for (List<String> panel : List.of(List.<String>of(), ReviewHelp.LINES)) {
          ScreenLayout layout = new ScreenLayout(columns, rows);
          Page.State state =
              new Page.State(
                  "title", list, 0, "h", List.of(), 0, 0, "", false, panel, "said ".repeat(99));
          List<AttributedString> lines = new Page(layout, new Ink(true)).draw(state);
          assertEquals(rows, lines.size());
          for (AttributedString line : lines) {
            assertEquals(columns, line.columnLength());
          }
        }
      }
    }
  }

  @Test
  void the_help_fits_into_the_smallest_terminal() {
    for (List<String> help : List.of(ReviewHelp.LINES, BoardHelp.LINES)) {
      assertTrue(help.size() <= 22 - ScreenLayout.FRAME);
      help.forEach(line -> assertTrue(Cells.width(line) <= 78, line));
    }
  }

  @Test
  void no_letter_of_a_long_line_is_lost_and_none_is_too_wide() {
    String line = "+日本語 a\tb " + "x".repeat(500) + "e\u0301";
    for (int width = 3; width < 130; width++) {
      List<String> parts = Cells.wrap(line, width);
      for (String part : parts) {
        assertTrue(Cells.width(part) <= width, part);
      }
      String joined =
          parts.getFirst()
              + String.join("", parts.stream().skip(1).map(part -> part.substring(1)).toList());
      assertEquals(line.replaceAll("\\s", ""), joined.replaceAll("\\s", ""));
    }
  }

  @Test
  @Timeout(10)
  void a_window_of_no_width_shows_a_letter_of_each_line() {
    for (int width = -1; width < 3; width++) {
      assertTrue(Cells.wrap("+日本語 abc", width).size() > 4);
      assertEquals(List.of(""), Cells.wrap("", width));
    }
  }

  @Test
  void tabs_count_from_behind_the_mark_of_a_line() {
    assertEquals(List.of("+a       b"), Cells.wrap("+a\tb", 80));
    assertEquals(List.of(" " + " ".repeat(8) + "x"), Cells.wrap(" \tx", 80));
  }

  @Test
  void what_does_not_fit_is_cut_with_a_sign() {
    assertEquals("abc…", Cells.cut("abcdef", 4));
    assertEquals("…def", Cells.cutStart("abcdef", 4));
    assertEquals("日…", Cells.cut("日本語", 4));
    assertEquals("same", Cells.cut("same", 4));
  }
}
