package dev.bawn.contract.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Quoted arguments are read by a shell unchanged. */
class ShellQuotingTest {

  private static String exact(String text) {
    return ShellQuoting.exact(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void plain_words_stay_as_they_are() {
    assertEquals("/home/alice/app", exact("/home/alice/app"));
    assertEquals("git log", ShellQuoting.join(List.of("git", "log")));
  }

  @Test
  void what_a_shell_would_read_differently_is_quoted() {
    assertEquals("'a b'", exact("a b"));
    assertEquals("'it'\\''s'", exact("it's"));
    assertEquals("'$(id)'", exact("$(id)"));
    assertEquals("'日本'", exact("日本"));
    assertEquals("''", exact(""));
  }

  @Test
  void what_a_terminal_would_act_on_is_spelt_out_and_nothing_is_lost() {
    assertEquals("$'a\\012b'", exact("a\nb"));
    assertEquals("$'\\033]0;x\\007 it\\047s \\134'", exact("\033]0;x\007 it's \\"));
    assertEquals("$'\\377'", ShellQuoting.exact(new byte[] {(byte) 0xff}));
    assertEquals("x".repeat(5000), exact("x".repeat(5000)));
  }

  @Test
  void what_is_only_shown_is_harmless_and_short() {
    assertEquals("'?[2J'", ShellQuoting.join(List.of("\033[2J")));
    assertEquals(203, ShellQuoting.join(List.of("x".repeat(300))).length());
  }
}
