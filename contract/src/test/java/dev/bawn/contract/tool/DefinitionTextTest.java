package dev.bawn.contract.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.failure.Refused;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Compares the text of bawn-tool(5) about each key with the code that reads the key. */
class DefinitionTextTest {

  private static final Path READER =
      Path.of("src/main/java/dev/bawn/contract/tool/DefinitionFile.java");

  private static ToolDefinition read(List<String> lines) {
    byte[] bytes = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
    return DefinitionFile.read(CommandName.of("claude"), "claude.toml", bytes);
  }

  /** Returns the examples as one file: a table is its heading, followed by its example. */
  private static List<String> examples() {
    return Arrays.stream(DefinitionKey.values())
        .map(DefinitionText::of)
        .flatMap(text ->
            text.name().startsWith("[")
                ? List.of(text.name(), text.example()).stream()
                : List.of(text.example()).stream())
        .collect(Collectors.toList());
  }

  @Test
  void the_examples_of_all_keys_together_are_a_definition() {
    ToolDefinition claude = read(examples());
    assertEquals("Claude Code", claude.label());
    assertEquals(Set.of("DISABLE_AUTOUPDATER"), claude.set().keySet());
    assertFalse(claude.seeds().isEmpty());
  }

  @Test
  void a_key_without_optional_in_its_type_is_needed_and_no_other() {
    for (DefinitionKey key : DefinitionKey.values()) {
      DefinitionText text = DefinitionText.of(key);
      if (text.name().startsWith("[")) {
        continue;
      }
      List<String> lines = examples();
      lines.remove(text.example());
      // names of 'needs' must be in 'env'
      lines.removeIf(line -> key == DefinitionKey.ENV && line.startsWith("needs"));
      if (text.type().endsWith("optional")) {
        read(lines);
      } else {
        assertThrows(Refused.class, () -> read(lines), text.name());
      }
    }
  }

  @Test
  void the_reader_takes_each_documented_key_and_no_other() throws IOException {
    String source = Files.readString(READER).replaceFirst("(?s)^.*?\nfinal class", "");
    Set<String> taken = new TreeSet<>();
    var names = Pattern.compile("DefinitionKey\\.([A-Z_]+)\\.key").matcher(source);
    while (names.find()) {
      taken.add(names.group(1));
    }
    // TomlTable.format reads this key
    taken.add(DefinitionKey.FORMAT.name());
    assertEquals(
        Arrays.stream(DefinitionKey.values()).map(Enum::name).collect(Collectors.toSet()), taken);
    assertFalse(
        Pattern.compile("\\b(text|texts|number|smallNumber|table|optional[A-Za-z]+)\\(\\s*\"")
            .matcher(source)
            .find());
    assertTrue(source.contains("top.format("));
  }
}
