package dev.bawn.contract.tool;

import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.agent.KeyName;
import dev.bawn.contract.agent.Spelling;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.toml.TomlTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Parses the definition of a tool: the file {@code tools/NAME.toml}. All keys are optional, except
 * the first four and those of {@code [prompt]}.
 *
 * <pre>{@code
 * format = 1
 * label = "Claude Code"
 * rank = 10                                  # the tool with the lowest rank is started first
 * command = "claude"                         # its program, in bin or at the top of its tree
 * npm = "@anthropic-ai/claude-code"          # the source for `tool add`
 * find = ["path", "npm", "versions", "~/.local/bin/claude"] # places to search, in order
 * env = ["ANTHROPIC_API_KEY", "TEAM"]        # variables with keys for it
 * needs = [["ANTHROPIC_API_KEY"], ["TEAM"]]  # one of each list must be set, unless the login …
 * login = [".claude/.credentials.json"]      # … is in one of these files below HOME
 * login_variable = "TOOL_LOGIN_DIR"          # the variable with another directory of the login
 * login_links = [".codex/auth.json"]         # login files that the tool writes in place
 * login_command = ["auth", "login"]          # its arguments to log in and exit
 * seed = [".claude/CLAUDE.md", ".claude/skills"] # files that a session gets from the user's home,
 *                                            # and directories with all files; no credentials
 * prepare = ["sh", "-c", "tool --accept"]    # runs before the tool in an unprivileged session, once
 *                                            # in a home. For agents: see ToolDefinition
 * unpacks = ["/tmp"]                         # where it unpacks .so files and loads them:
 *                                            # AppArmor must allow it
 *
 * [prompt]                                   # its arguments; {prompt} is the text
 * interactive = ["{prompt}"]
 * once = ["--print", "{prompt}"]
 *
 * [settings]                                 # files of the user's home, with the keys to copy
 * ".claude/settings.json" = ["model", "permissions.deny"]
 *
 * [login_settings]                           # copied only together with the login
 * ".claude.json" = ["oauthAccount"]
 *
 * [set]                                      # variables of each session with the tool
 * DISABLE_AUTOUPDATER = "1"
 *
 * [etc]                                      # files below /etc in each such session
 * "claude-code/managed-settings.json" = "{}"
 *
 * [report]                                   # JSON files in which it reports its own status
 * directory = ".tool/sessions"
 * field = "status"
 * waiting = ["waiting"]                      # the values of the field for this status
 * working = ["busy"]
 * idle = ["idle"]
 *
 * [screen]                                   # texts on its screen, in upper or lower case, while it
 * waiting = ["Do you want to"]               # waits for an answer
 * working = ["esc to interrupt"]             # is working
 * idle = ["? for shortcuts"]                 # is idle
 *
 * [transcript]                               # the files with the tokens that it used
 * kind = "claude"                            # the format of these files
 * directories = [".claude/projects"]
 * continue = ["--continue"]                  # its arguments to continue the last session
 * }</pre>
 */
final class DefinitionFile {

  private static final int FORMAT = 1;

  /** The keys of every definition. */
  private static final List<String> NEEDED =
      List.of("format", "label", "rank", "command", "prompt.interactive", "prompt.once");

  /** Directories that are private to a session, and removed at its end. */
  private static final List<String> UNPACKED = List.of("/tmp", "/var/tmp", "/dev/shm");

  private static final Pattern VARIABLE = Pattern.compile("[A-Z][A-Z0-9_]{0,63}");

  private static final Pattern BELOW_ETC =
      Pattern.compile("[a-z0-9][a-z0-9._-]*(/[A-Za-z0-9][A-Za-z0-9._-]*)+");

  private DefinitionFile() {}

  /**
   * Reads a definition.
   *
   * @param name of the tool
   * @param file its name, for messages
   * @throws Refused if anything in it is missing, unknown or not valid
   */
  static ToolDefinition read(CommandName name, String file, byte[] bytes) {
    try {
      return definition(name, file, bytes);
    } catch (Refused e) {
      throw e.hint().isEmpty() ? new Refused(e.what(), "see: man bawn-tool") : e;
    }
  }

  private static ToolDefinition definition(CommandName name, String file, byte[] bytes) {
    TomlTable top = TomlTable.parse(file, bytes);
    top.require(NEEDED, "for an example, see: man bawn-tool");
    top.format(FORMAT);
    ToolDefinition definition =
        new ToolDefinition(
            name,
            top.text(DefinitionKey.LABEL.key()),
            top.smallNumber(DefinitionKey.RANK.key()),
            top.text(DefinitionKey.COMMAND.key(), CommandName::of),
            top.optionalText(DefinitionKey.NPM.key()),
            top.made(DefinitionFile::keys),
            prompt(top.table(DefinitionKey.PROMPT.key())),
            places(top),
            new ToolSeeds(
                top.optionalTexts(DefinitionKey.SEED.key(), HomePath::of),
                parts(top, DefinitionKey.SETTINGS.key()),
                parts(top, DefinitionKey.LOGIN_SETTINGS.key())),
            top.optionalTexts(DefinitionKey.PREPARE.key()),
            texts(top, DefinitionKey.SET.key(), VARIABLE),
            texts(top, DefinitionKey.ETC.key(), BELOW_ETC),
            new ToolActivity(
                top.optionalTable(DefinitionKey.REPORT.key()).map(DefinitionFile::report),
                top.optionalTable(DefinitionKey.SCREEN.key())
                    .map(DefinitionFile::screen)
                    .orElse(Map.of())),
            top.optionalTable(DefinitionKey.TRANSCRIPT.key()).map(DefinitionFile::transcript));
    top.nothingElse();
    return top.made(each -> withoutLogins(definition));
  }

  /** Refuses a login among the files that are copied without a question. */
  private static ToolDefinition withoutLogins(ToolDefinition definition) {
    for (HomePath login : definition.keys().login().files()) {
      for (HomePath seed : definition.seeds().files()) {
        if ((login + "/").startsWith(seed + "/")) {
          throw new IllegalArgumentException(
              "'seed' names " + seed + ", which holds the login " + login);
        }
      }
    }
    return definition;
  }

  private static ToolKeys keys(TomlTable top) {
    return new ToolKeys(
        top.optionalTexts(DefinitionKey.ENV.key(), KeyName::of),
        top.optionalTextLists(DefinitionKey.NEEDS.key(), KeyName::of),
        new ToolLogin(
            top.optionalTexts(DefinitionKey.LOGIN.key(), HomePath::of),
            top.optionalText(DefinitionKey.LOGIN_VARIABLE.key())
                .map(name -> named(name, VARIABLE).apply(name)),
            top.optionalTexts(DefinitionKey.LOGIN_LINKS.key(), HomePath::of),
            top.optionalTexts(DefinitionKey.LOGIN_COMMAND.key())));
  }

  private static PromptArguments prompt(TomlTable table) {
    PromptArguments prompt =
        new PromptArguments(
            table.texts(DefinitionKey.PROMPT_INTERACTIVE.key()),
            table.texts(DefinitionKey.PROMPT_ONCE.key()));
    table.nothingElse();
    return prompt;
  }

  private static ToolPlaces places(TomlTable top) {
    return new ToolPlaces(
        top.optionalTexts(DefinitionKey.FIND.key(), SearchPlace::of),
        top.optionalTexts(DefinitionKey.UNPACKS.key(), DefinitionFile::unpacked));
  }

  private static ToolReport report(TomlTable table) {
    ToolReport report =
        new ToolReport(
            table.text(DefinitionKey.REPORT_DIRECTORY.key(), HomePath::of),
            table.text(DefinitionKey.REPORT_FIELD.key()),
            activities(table));
    table.nothingElse();
    return report;
  }

  private static ToolTranscript transcript(TomlTable table) {
    ToolTranscript transcript =
        new ToolTranscript(
            table.text(
                DefinitionKey.TRANSCRIPT_KIND.key(),
                kind -> Spelling.named(TranscriptKind.values(), kind)),
            table.texts(DefinitionKey.TRANSCRIPT_DIRECTORIES.key(), HomePath::of),
            table.optionalTexts(DefinitionKey.TRANSCRIPT_CONTINUE.key()));
    table.nothingElse();
    return transcript;
  }

  private static Map<Activity, List<String>> screen(TomlTable table) {
    Map<Activity, List<String>> screen = activities(table);
    table.nothingElse();
    return screen;
  }

  private static Map<Activity, List<String>> activities(TomlTable table) {
    return Map.of(
        Activity.WAITING,
        table.optionalTexts(DefinitionKey.SCREEN_WAITING.key(), DefinitionFile::shown),
        Activity.WORKING,
        table.optionalTexts(DefinitionKey.SCREEN_WORKING.key(), DefinitionFile::shown),
        Activity.IDLE,
        table.optionalTexts(DefinitionKey.SCREEN_IDLE.key(), DefinitionFile::shown));
  }

  /** A text for screens, which must not be empty: an empty one is on every screen. */
  private static String shown(String text) {
    if (text.isBlank()) {
      throw new IllegalArgumentException("the text is empty");
    }
    return text;
  }

  private static List<PartOfFile> parts(TomlTable top, String key) {
    return top.optionalTable(key).map(DefinitionFile::parts).orElse(List.of());
  }

  private static List<PartOfFile> parts(TomlTable table) {
    List<PartOfFile> parts = new ArrayList<>();
    for (String file : table.keys()) {
      List<String> keys = table.texts(file);
      parts.add(table.made(each -> new PartOfFile(HomePath.of(file), keys)));
    }
    return parts;
  }

  private static String unpacked(String directory) {
    if (!UNPACKED.contains(directory)) {
      throw new IllegalArgumentException("expected one of " + String.join(", ", UNPACKED));
    }
    return directory;
  }

  private static SortedMap<String, String> texts(TomlTable top, String key, Pattern grammar) {
    return top.optionalTable(key).map(table -> texts(table, grammar)).orElseGet(TreeMap::new);
  }

  private static SortedMap<String, String> texts(TomlTable table, Pattern grammar) {
    SortedMap<String, String> texts = new TreeMap<>();
    for (String key : table.keys()) {
      texts.put(key, table.text(key, named(key, grammar)));
    }
    return texts;
  }

  private static Function<String, String> named(String key, Pattern grammar) {
    return text -> {
      if (!grammar.matcher(key).matches()) {
        throw new IllegalArgumentException("this name is not allowed here");
      }
      return text;
    };
  }
}
