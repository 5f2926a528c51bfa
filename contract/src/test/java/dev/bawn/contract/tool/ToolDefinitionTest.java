package dev.bawn.contract.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.failure.Refused;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Definitions of tools: those that come with bawn, and what is refused. */
class ToolDefinitionTest {

  private static final Path SHIPPED = Path.of("../packaging/tools");

  private static final String TEXT =
      """
      format = 1
      label = "a tool"
      rank = 7
      command = "tool"
      env = ["TOOL_API_KEY"]
      unpacks = ["/tmp"]
      [prompt]
      interactive = ["-i", "{prompt}"]
      once = ["--say={prompt}"]
      [set]
      TOOL_UPDATES = "off"
      [etc]
      "tool/settings.json" = "{}"
      """;

  private static ToolDefinition read(String text) {
    CommandName name = CommandName.of("tool");
    return ToolDefinition.read(name, "tool.toml", text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void says_how_a_prompt_is_told() {
    ToolDefinition tool = read(TEXT);
    assertEquals(List.of("-i", "{prompt} is a word"), tool.interactive("{prompt} is a word"));
    assertEquals(List.of("--say=--help"), tool.once("--help"));
    assertEquals("off", tool.set().get("TOOL_UPDATES"));
    assertEquals("{}", tool.etc().get("tool/settings.json"));
  }

  static Stream<Path> shipped() throws IOException {
    return Files.list(SHIPPED);
  }

  @ParameterizedTest
  @MethodSource("shipped")
  void those_that_come_with_bawn_can_be_read(Path file) throws IOException {
    String name = file.getFileName().toString().replace(".toml", "");
    ToolDefinition tool =
        ToolDefinition.read(CommandName.of(name), file.toString(), Files.readAllBytes(file));
    assertTrue(String.join(" ", tool.interactive("a task")).endsWith("a task"), name);
    assertTrue(String.join(" ", tool.once("a task")).endsWith("a task"), name);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          format = 1           | format = 2            | made for a newer bawn
          rank = 7             | rank = "first"        | must be a whole number
          command = "tool"     | command = "bin/tool"  | commands are allowed by their bare name
          "TOOL_API_KEY"       | "PATH"                | it steers programs
          "TOOL_API_KEY"       | "LD_PRELOAD"          | it steers programs
          "TOOL_API_KEY"       | "BASH_FUNC_x"         | names of keys are made of
          ["/tmp"]             | ["/home/agent"]       | nothing is unpacked to /home/agent
          TOOL_UPDATES =       | "A B" =               | that name cannot stand there
          tool/settings.json   | ../passwd             | that name cannot stand there
          tool/settings.json   | passwd                | that name cannot stand there
          tool/settings.json   | /tool/x               | that name cannot stand there
          label =              | labels =              | the key 'label' is missing
          [prompt]             | [prompts]             | the key 'prompt' is missing
          """)
  void is_refused(String from, String to, String sentence) {
    String text = TEXT.replace(from, to);
    assertTrue(!text.equals(TEXT), from);
    Refused refused = assertThrows(Refused.class, () -> read(text));
    assertTrue(refused.what().contains(sentence), refused.what());
  }
}
