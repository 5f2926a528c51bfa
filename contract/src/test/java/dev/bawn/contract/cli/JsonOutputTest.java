package dev.bawn.contract.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** JSON for programs; users also print it on terminals. */
class JsonOutputTest {

  private static String printed(String text) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    JsonOutput.print(
        new PrintStream(out, true, StandardCharsets.UTF_8), json -> json.writeString(text));
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void what_steers_a_terminal_is_spelt_out() {
    assertEquals("\"\\u001B[2J\\u007F\\u009B\"\n", printed("\u001b[2J\u007f\u009b"));
    assertEquals("\"a\\u202Eb\\uDB40\\uDC01c\"\n", printed("a\u202eb\udb40\udc01c"));
  }

  @Test
  void letters_of_all_languages_stay() {
    assertEquals("\"grün 日本 😀\"\n", printed("grün 日本 😀"));
  }
}
