package dev.bawn.contract.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class WrappedTextTest {

  @Test
  void a_text_breaks_between_words_and_a_long_word_stays_whole() {
    assertEquals(List.of("one two", "three"), WrappedText.lines("one two three", 7));
    assertEquals(List.of("a", "/long/path", "b c"), WrappedText.lines("a /long/path b c", 5));
    assertEquals(List.of(""), WrappedText.lines("", 5));
  }

  @Test
  void further_lines_stand_below_the_first() {
    assertEquals("  V1 one\n     two", WrappedText.beside("  V1 ", "one two", 9));
    assertEquals("  V1 one two", WrappedText.beside("  V1 ", "one two", Integer.MAX_VALUE));
  }
}
