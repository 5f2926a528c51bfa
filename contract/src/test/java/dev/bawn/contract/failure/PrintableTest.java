package dev.bawn.contract.failure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Text from outside is shown without characters that steer a terminal or deceive a reader. */
final class PrintableTest {

  @ParameterizedTest
  @ValueSource(
      ints = {
        0x1b, 0x7f, 0x85, 0xad, 0x34f, 0x61c, 0x200b, 0x200e, 0x2028, 0x202e, 0x2065, 0x2066,
        0x2800, 0x3164, 0xfeff, 0xfff0, 0xfff8, 0xfff9, 0x1d173, 0xe0041
      })
  void a_character_that_is_not_visible_is_replaced(int c) {
    assertEquals("a?b", Printable.of("a" + Character.toString(c) + "b"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"app", "größe", "日本", "q\u0323\u0307\u0301\u0302", "\u2764\ufe0f", "\ufffc"})
  void a_name_of_any_language_stays(String name) {
    assertEquals(name, Printable.of(name));
  }

  @Test
  void a_character_has_at_most_four_marks() {
    assertEquals("o" + "\u0301".repeat(4) + "??p", Printable.of("o" + "\u0301".repeat(6) + "p"));
    assertEquals("\u0301".repeat(4) + "?", Printable.of("\u0301".repeat(5)));
  }
}
