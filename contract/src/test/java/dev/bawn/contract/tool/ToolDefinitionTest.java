package dev.bawn.contract.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.agent.KeyName;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.world.Fuzz;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The definitions of bawn are valid; others are refused. */
class ToolDefinitionTest {

  private static final Path SHIPPED = Path.of("../packaging/tools");

  private static final String TEXT =
      """
      format = 1
      label = "a tool"
      rank = 7
      command = "tool"
      npm = "@tools/tool"
      find = ["path", "npm", "versions", "~/.tool/bin/tool"]
      env = ["TOOL_API_KEY", "TOOL_TOKEN", "TOOL_TEAM"]
      needs = [["TOOL_API_KEY", "TOOL_TOKEN"], ["TOOL_TEAM"]]
      login = [".tool/login.json"]
      seed = [".tool/instructions.md", ".tool/skills"]
      unpacks = ["/tmp"]
      [prompt]
      interactive = ["-i", "{prompt}"]
      once = ["--say={prompt}"]
      [settings]
      ".tool/chosen.json" = ["model", "ui.theme"]
      [login_settings]
      ".tool/account.toml" = ["mail"]
      [set]
      TOOL_UPDATES = "off"
      [etc]
      "tool/settings.json" = "{}"
      [screen]
      waiting = ["Allow it?", "[y/n]"]
      working = ["esc to stop"]
      """;

  private static ToolDefinition read(String text) {
    CommandName name = CommandName.of("tool");
    return DefinitionFile.read(name, "tool.toml", text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void says_how_a_prompt_is_told() {
    ToolDefinition tool = read(TEXT);
    assertEquals(
        List.of("-i", "{prompt} is a word"), tool.prompt().interactive("{prompt} is a word"));
    assertEquals(List.of("--say=--help"), tool.prompt().once("--help"));
    assertEquals("off", tool.set().get("TOOL_UPDATES"));
    assertEquals("{}", tool.etc().get("tool/settings.json"));
  }

  @Test
  void says_what_a_screen_tells() {
    ToolActivity activity = read(TEXT).activity();
    assertEquals(
        Optional.of(new ToolActivity.Shown(Activity.WAITING, "[y/n]")),
        activity.on("a question [Y/N]\n(Esc to stop)"));
    assertEquals(
        Optional.of(new ToolActivity.Shown(Activity.WORKING, "esc to stop")),
        activity.on("thinking (Esc to stop)"));
    assertEquals(Optional.empty(), activity.on("$ vi"));
    assertFalse(activity.isNone());
    assertTrue(read(TEXT.substring(0, TEXT.indexOf("[screen]"))).activity().isNone());
    assertThrows(Refused.class, () -> read(TEXT + "idle = [\" \"]"));
    assertThrows(Refused.class, () -> read(TEXT + "done = [\"x\"]"));
    assertThrows(Refused.class, () -> read(TEXT + "[report]\nfield = \"x\""));
    ToolReport report =
        read(TEXT + "[report]\ndirectory = \".tool\"\nfield = \"x\"\nidle = [\"free\"]")
            .activity()
            .report()
            .orElseThrow();
    assertEquals(Optional.of(Activity.IDLE), report.meaning("free"));
    assertEquals(Optional.empty(), report.meaning("busy"));
  }

  @Test
  void says_where_the_tool_writes_down_its_tokens() {
    String table = TEXT + "[transcript]\nkind = \"codex\"\n";
    assertEquals(
        Optional.of(
            new ToolTranscript(
                TranscriptKind.CODEX,
                List.of(HomePath.of(".a/b"), HomePath.of(".c")),
                List.of("resume", "--last"))),
        read(table + "directories = [\".a/b\", \".c\"]\ncontinue = [\"resume\", \"--last\"]")
            .transcript());
    assertEquals(
        List.of(), read(table + "directories = [\".a\"]").transcript().get().continuation());
    assertEquals(Optional.empty(), read(TEXT).transcript());
    assertThrows(Refused.class, () -> read(table));
    assertThrows(Refused.class, () -> read(table + "directories = [\"../b\"]"));
    assertThrows(
        Refused.class, () -> read(TEXT + "[transcript]\nkind = \"x\"\ndirectories = [\"a\"]"));
  }

  @Test
  void says_which_keys_are_missing_one_of_each_list() {
    ToolKeys keys = read(TEXT).keys();
    KeyName key = KeyName.of("TOOL_API_KEY");
    KeyName token = KeyName.of("TOOL_TOKEN");
    KeyName team = KeyName.of("TOOL_TEAM");
    assertEquals(List.of(List.of(key, token), List.of(team)), keys.missing(name -> false));
    assertEquals(List.of(List.of(team)), keys.missing(token::equals));
    assertEquals(List.of(), keys.missing(Set.of(key, team)::contains));
  }

  @Test
  void says_where_the_tool_is_and_what_it_touches() {
    ToolDefinition tool = read(TEXT);
    assertEquals(
        List.of(
            new SearchPlace.OnPath(),
            new SearchPlace.OfNpm(),
            new SearchPlace.OfVersionManagers(),
            new SearchPlace.At(HomePath.of(".tool/bin/tool"))),
        tool.places().find());
    assertEquals(List.of(HomePath.of(".tool/login.json")), tool.keys().login().files());
  }

  @Test
  void says_what_of_a_persons_home_a_session_gets() {
    ToolSeeds seeds = read(TEXT).seeds();
    assertEquals(
        List.of(HomePath.of(".tool/instructions.md"), HomePath.of(".tool/skills")), seeds.files());
    assertEquals(
        List.of(new PartOfFile(HomePath.of(".tool/chosen.json"), List.of("model", "ui.theme"))),
        seeds.settings());
    assertEquals(
        List.of(new PartOfFile(HomePath.of(".tool/account.toml"), List.of("mail"))),
        seeds.loginSettings());
  }

  @Test
  void what_need_not_be_there_may_be_left_out() {
    ToolDefinition tool =
        read(
            """
            format = 1
            label = "a tool"
            rank = 7
            command = "tool"
            [prompt]
            interactive = ["{prompt}"]
            once = ["{prompt}"]
            """);
    assertEquals(ToolKeys.none(), tool.keys());
    assertEquals(ToolSeeds.NONE, tool.seeds());
  }

  static Stream<Path> shipped() throws IOException {
    return Files.list(SHIPPED);
  }

  @ParameterizedTest
  @MethodSource("shipped")
  void those_that_come_with_bawn_can_be_read(Path file) throws IOException {
    String name = file.getFileName().toString().replace(".toml", "");
    ToolDefinition tool =
        DefinitionFile.read(CommandName.of(name), file.toString(), Files.readAllBytes(file));
    assertTrue(String.join(" ", tool.prompt().interactive("a task")).endsWith("a task"), name);
    assertTrue(String.join(" ", tool.prompt().once("a task")).endsWith("a task"), name);
    assertFalse(tool.places().find().isEmpty(), name);
    // A tool with keys also needs one of them.
    assertEquals(tool.keys().names().isEmpty(), tool.keys().needs().isEmpty(), name);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          format = 1           | format = 2            | has format 2; this version of bawn
          rank = 7             | rank = "first"        | must be a whole number
          command = "tool"     | command = "bin/tool"  | expected the name of a command
          env = ["TOOL_API_KEY"| env = ["PATH"         | PATH changes how
          env = ["TOOL_API_KEY"| env = ["LD_PRELOAD"   | LD_PRELOAD changes how
          env = ["TOOL_API_KEY"| env = ["BASH_FUNC_x"  | a key name has only
          ["/tmp"]             | ["/home/agent"]       | expected one of /tmp, /var/tmp, /dev/shm
          ["/tmp"]             | "/tmp"                | must be an array of strings
          "TOOL_TOKEN", "TOOL_TEAM"] | "TOOL_TOKEN"]    | 'needs' names TOOL_TEAM, which is not in 'env'
          ["TOOL_TEAM"]]       | "TOOL_TEAM"]          | tool.toml:8: 'needs' must be an array of arrays of texts
          ["TOOL_TEAM"]]       | [7]]                  | tool.toml:8: 'needs' must be an array of arrays of texts
          ["TOOL_TEAM"]]       | []]                   | 'needs' has a list without names
          ".tool/login.json"   | "/etc/shadow"         | tool.toml:9: 'login' is invalid: expected a path below HOME
          ".tool/skills"       | "../other"            | expected a path below HOME
          ".tool/skills"       | ".config/../../other" | expected a path below HOME
          ".tool/skills"       | ".config/./tool"      | expected a path below HOME
          ".tool/skills"       | ".config//tool"       | expected a path below HOME
          ".tool/skills"       | ".config/"            | expected a path below HOME
          ".tool/skills"       | "~/.cache"            | expected a path below HOME
          "versions"           | "guess"               | expected path, npm, versions or ~/FILE
          "~/.tool/bin/tool"   | "~/../tool"           | expected a path below HOME
          "~/.tool/bin/tool"   | "/usr/bin/tool"       | expected path, npm, versions or ~/FILE
          npm =                | writes =              | tool.toml:5: unknown key 'writes'
          npm =                | hosts =               | tool.toml:5: unknown key 'hosts'
          npm =                | state =               | tool.toml:5: unknown key 'state'
          npm =                | rw =                  | tool.toml:5: unknown key 'rw'
          TOOL_UPDATES =       | "A B" =               | this name is not allowed here
          tool/settings.json   | ../passwd             | this name is not allowed here
          tool/settings.json   | passwd                | this name is not allowed here
          tool/settings.json   | /tool/x               | this name is not allowed here
          ".tool/skills"]      | ".tool"]              | 'seed' names .tool, which holds the login .tool/login.json
          ".tool/skills"]      | ".tool/login.json"]   | which holds the login .tool/login.json
          ".tool/skills"]      | "/etc"]               | tool.toml:10: 'seed' is invalid: expected a path below HOME
          ".tool/chosen.json"  | "../chosen.json"      | expected a path below HOME
          ".tool/chosen.json"  | ".tool/chosen.yml"    | a file of settings ends in .json, .jsonc or .toml
          "ui.theme"           | "ui..theme"           | expected a settings key, for example model or ui.theme
          ["mail"]             | "mail"                | 'login_settings..tool/account.toml' must be an array of strings
          [login_settings]     | [loginsettings]       | unknown key 'loginsettings'
          label =              | labels =              | the key 'label' is missing
          [prompt]             | [prompts]             | the keys 'prompt.interactive', 'prompt.once' are missing
          """)
  void is_refused(String from, String to, String sentence) {
    String text = TEXT.replace(from, to);
    assertTrue(!text.equals(TEXT), from);
    Refused refused = assertThrows(Refused.class, () -> read(text));
    assertTrue(refused.what().contains(sentence), refused.what());
  }

  @Test
  void a_changed_file_is_read_or_refused() throws Exception {
    CommandName name = CommandName.of("tool");
    Fuzz.of("tool definition", TEXT)
        .isReadOrRefused(bytes -> DefinitionFile.read(name, "tool.toml", bytes), Refused.class);
  }
}
