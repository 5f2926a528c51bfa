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
  void a_message_breaks_between_its_parts_and_a_command_stays_whole() {
    assertEquals(
        List.of("bawn: hint: read them: bawn diff try;", "then: bawn merge try; or wait"),
        WrappedText.messageLines(
            "bawn: hint: read them: bawn diff try; then: bawn merge try; or wait", 40));
    assertEquals(
        List.of("bawn: hint: the user can", "start it:", "bawn launch --network none -- true"),
        WrappedText.messageLines(
            "bawn: hint: the user can start it: bawn launch --network none -- true", 26));
    assertEquals(
        List.of("bawn:", "hint: see", "the file:", "ls -l '/a; b/see: git c/d';", "then more"),
        WrappedText.messageLines(
            "bawn: hint: see the file: ls -l '/a; b/see: git c/d'; then more", 10));
    assertEquals(
        List.of("to copy a", "file:", "env -C /a/b cp -- c /d"),
        WrappedText.messageLines("to copy a file: env -C /a/b cp -- c /d", 12));
    assertEquals(
        List.of("bawn: error: bawn cannot", "hide files"),
        WrappedText.messageLines("bawn: error: bawn cannot hide files", 25));
    assertEquals(
        List.of("bawn: bawn spawn starts a", "session although"),
        WrappedText.messageLines("bawn: bawn spawn starts a session although", 25));
  }

  @Test
  void a_message_with_a_name_of_quotes_is_broken() {
    String name = "'".repeat(40_000);
    assertEquals(
        List.of("bawn: error: it is", name, "here"),
        WrappedText.messageLines("bawn: error: it is " + name + " here", 20));
  }

  @Test
  void further_lines_stand_below_the_first() {
    assertEquals("  V1 one\n     two", WrappedText.beside("  V1 ", "one two", 9));
    assertEquals("  V1 one two", WrappedText.beside("  V1 ", "one two", Integer.MAX_VALUE));
    assertEquals(
        "  V1 list:\n     bawn log try", WrappedText.beside("  V1 ", "list: bawn log try", 12));
  }
}
