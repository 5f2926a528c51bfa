package dev.bawn.launcher.record;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Converts the output of a terminal to lines that are safe to display on another one. */
class PlainTextTest {

  private static List<String> lines(String text) {
    return PlainText.lines(
        text.replace("\\e", "\033")
            .replace("\\a", "\007")
            .replace("\\r", "\r")
            .replace("\\b", "\b")
            .replace("\\n", "\n")
            .getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @CsvSource({
    "a\\e[31mred\\e[0mz, aredz",
    "\\e[?1049h\\e[2J\\e[1;1Hx, x",
    "\\e]0;title\\ax, x",
    "\\e]52;c;eA==\\e\\x, x",
    "\\ePq#0;2;0\\e\\x, x",
    "\\e(Bx\\e)0y, xy",
    "\\e7a\\e8b\\e=c, abc",
    "\\e[38;2;1;2;3mx, x",
    "\\e\\e[31mx, x",
    "\\e]title\\e[31mx, x",
    "10%\\r20%\\r100%, 100%",
    "done\\r, done",
    "ab\u0008c, ac",
    "\u009b31mx, x",
    "\u009d0;t\u009cx, x",
    "a\u202eb, a?b",
    "bell\\a, bell",
    "one\\e[2Ctwo\\e[Cx, one  two x",
    "\\e[3Gone\\e[9Gtwo\\r, '  one   two'",
    "abcdef\\r\\e[3Cx, abcx",
    "abcdef\\e[3Gx, abx",
    "host:~$ x\\b\\r\\e[C\\e[C\\e[C\\e[C\\e[C\\e[C\\e[C\\e[Cls, host:~$ ls",
    "\\e(B\u000fx\u000ey, xy",
  })
  void control_sequences_are_left_out(String raw, String plain) {
    assertEquals(List.of(plain), lines(raw));
  }

  @Test
  void a_line_without_an_end_is_divided() {
    String part = "y".repeat(1 << 16);
    assertEquals(List.of(part, part, "y"), lines(part + part + "y"));
    assertEquals(
        List.of("y" + "\ud83d\ude00".repeat(1 << 15), "z"),
        lines("y" + "\ud83d\ude00".repeat(1 << 15) + "z"));
  }

  @Test
  void moves_to_the_right_make_no_line_longer_than_1000_columns() {
    assertEquals(List.of(" ".repeat(1000) + "x"), lines("\\e[900C".repeat(50) + "x"));
    String wide = "y".repeat(1500);
    assertEquals(List.of(wide + "x"), lines(wide + "\\e[9C\\e[9999999999Cx"));
  }

  @Test
  void a_sequence_without_an_end_hides_only_its_line() {
    assertEquals(List.of("", "shown", "", "too"), lines("\\e]0;hidden\\nshown\\n\\e[1;2\\ntoo"));
  }

  @Test
  void a_line_without_an_end_is_the_last_one() {
    assertEquals(List.of("a", "b"), lines("a\\r\\nb"));
    assertEquals(List.of("a"), lines("a\\n"));
    assertEquals(List.of(), lines(""));
  }

  @Test
  void bytes_may_be_divided_anywhere() {
    String text = "grün \033[31m世界\033]0;t\033\\ 🎉\r\n\rlast\n";
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    for (int at = 0; at <= bytes.length; at++) {
      PlainText divided = new PlainText();
      List<String> lines = new ArrayList<>();
      lines.addAll(divided.add(java.util.Arrays.copyOf(bytes, at)));
      lines.addAll(divided.add(java.util.Arrays.copyOfRange(bytes, at, bytes.length)));
      assertEquals(List.of("grün 世界 🎉", "last"), lines);
    }
  }

  @Test
  void no_bytes_at_all_leave_a_control_character() {
    byte[] bytes = new byte[1 << 16];
    new Random(7).nextBytes(bytes);
    for (String line : PlainText.lines(bytes)) {
      assertEquals(0, line.chars().filter(c -> c < ' ' || c >= 0x7f && c < 0xa0).count());
    }
  }
}
