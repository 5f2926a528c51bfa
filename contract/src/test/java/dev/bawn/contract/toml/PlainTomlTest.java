package dev.bawn.contract.toml;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bawn.contract.world.Fuzz;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is read without Jackson's parser is what that parser reads, and the rest is left to it. */
class PlainTomlTest {

  private static final Path SHIPPED = Path.of("../packaging/tools");

  private static final String TEXT =
      """
      format = 1
      none = 0
      sealed = 2026-11-21T10:02:11Z
      # words = ["not", these]
      words = ["git é", "", "a # b", "[c] = 'd'",] # this too
      yes=true
        no = false#
      numbers = [1000, 123456789012345678]
      empty = []
      lists = [["a", "b"], ["c"]]
      long = [
        "one", # the first
        # and
        "two"
        ,
      ]
      "quoted.key" = "value"
      [table]
      key = 1
      block = \"""
      [first]
      "second" = 1
      \"""
      [[each]]
      name = "a"
      [[each]]
      [[other]]
      name = "b"
      """;

  private static final class LeftToTheParser extends Exception {
    private static final long serialVersionUID = 1;
  }

  static Stream<Path> shipped() throws IOException {
    try (Stream<Path> files = Files.list(SHIPPED)) {
      return files.toList().stream();
    }
  }

  private static Optional<Map<String, Object>> plain(String text) {
    return PlainToml.read(text.getBytes(StandardCharsets.UTF_8), text);
  }

  @Test
  void a_text_of_every_plain_form_is_read_as_the_parser_reads_it() {
    assertEquals(Optional.of(TomlValues.parse("text.toml", TEXT)), plain(TEXT));
  }

  @Test
  void what_is_written_is_plain() {
    String text =
        new TomlText()
            .line("text", "a b")
            .line("number", 999_999_999_999_999_999L)
            .line("none", List.of())
            .line("words", List.of("a", "b"))
            .lines("lines", List.of("a", "b"))
            .header("[[each]]")
            .line("name", "ä")
            .toString();
    assertEquals(Optional.of(TomlValues.parse("text.toml", text)), plain(text));
  }

  @ParameterizedTest
  @MethodSource("shipped")
  void shipped_definitions_are_plain(Path file) throws IOException {
    String text = Files.readString(file);
    assertEquals(Optional.of(TomlValues.parse(file.toString(), text)), plain(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a = 'b'",
        "a\n= 1",
        "a = \n1",
        "a.b = 1",
        "a = truee",
        "a = tru",
        "a = 1.5",
        "a = -1",
        "a = 0x1f",
        "a = 007",
        "a = 1234567890123456789",
        "a = \"\\u0041\"",
        "a = {b = 1}",
        "[a.b]",
        "a = 2026-11-21",
        "a = \"b\n",
        "a = [1\n# one]",
        "a = [[[[1]]]]",
        "a = 1\na = 2",
        "a",
        "[a]\n[a]",
        "a = 1\n[a]",
        "a = []\n[[a]]",
        "[a]\n[[a]]",
        "[[a]]\n[a]",
        "[a",
        "a = [1",
        "a = [,]",
        "a = [1,,2]",
        "a = [1 2]",
        "a = \"b\"c",
        "a = \"\"\"b",
        "= 1",
        "a = ",
        "a = \u0001",
        "a = \"\"\"b\"\"\"\"",
        "a = \"\t\""
      })
  void what_is_not_plain_is_left_to_the_parser(String text) {
    assertEquals(Optional.empty(), plain(text));
  }

  @Test
  void a_changed_text_is_read_as_the_parser_reads_it_or_left_to_it() throws Exception {
    Fuzz.of("plain TOML", TEXT, Files.readString(SHIPPED.resolve("codex.toml")))
        .isReadOrRefused(
            bytes -> {
              String text = new String(bytes, StandardCharsets.UTF_8);
              Optional<Map<String, Object>> plain = plain(text);
              if (plain.isEmpty()) {
                throw new LeftToTheParser();
              }
              assertEquals(Optional.of(TomlValues.parse("text.toml", text)), plain);
            },
            LeftToTheParser.class);
  }
}
