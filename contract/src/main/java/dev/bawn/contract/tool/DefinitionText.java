package dev.bawn.contract.tool;

/**
 * The documentation of a key of a tool definition, for bawn-tool(5).
 *
 * @param name as the page shows it
 * @param type of the value, and whether it may be missing
 * @param meaning one or more sentences
 * @param example a line of the file
 */
public record DefinitionText(String name, String type, String meaning, String example) {

  private static final String STRINGS = "array of strings, optional";
  private static final String TABLE = "table, optional";

  /** The documentation of a key. The switch has no default: a new key needs a line here. */
  public static DefinitionText of(DefinitionKey key) {
    return switch (key) {
      case FORMAT ->
          text(key, "number", "The format of this file: 1. bawn refuses a newer one.", "1");
      case LABEL -> text(key, "string", "The name that bawn prints.", "\"Claude Code\"");
      case RANK ->
          text(
              key,
              "number",
              "'bawn launch' without a tool starts the installed tool with the lowest rank. A tool"
                  + " without a definition has the rank 1000.",
              "10");
      case COMMAND ->
          text(key, "string", "The name of the program, without a directory.", "\"claude\"");
      case NPM ->
          text(
              key,
              "string, optional",
              "The npm package that has the program. 'bawn-admin tool add --npm' installs it.",
              "\"@anthropic-ai/claude-code\"");
      case FIND ->
          text(
              key,
              STRINGS,
              "For unprivileged sessions: the places in which bawn searches for the program, in this"
                  + " order. path: the directories of PATH. npm: the directories of global npm"
                  + " packages. versions: the directories of version managers (nvm, asdf, mise, volta, pipx,"
                  + " uv). ~/FILE: this file below the home directory.",
              "[\"path\", \"npm\", \"versions\", \"~/.local/bin/claude\"]");
      case ENV ->
          text(
              key,
              STRINGS,
              "Environment variables that contain API keys, or the address of the service. A"
                  + " session of this tool receives those that are set: see 'bawn env'.",
              "[\"ANTHROPIC_API_KEY\", \"TEAM\"]");
      case NEEDS ->
          text(
              key,
              "array of arrays of strings, optional",
              "In the session of an agent, bawn starts the tool only when one variable of each inner"
                  + " array is set. A tool with 'login' starts without them, and logs in inside the session. Each name must"
                  + " also be in 'env'.",
              "[[\"ANTHROPIC_API_KEY\"], [\"TEAM\"]]");
      case LOGIN ->
          text(
              key,
              STRINGS,
              "Files below the home directory in which the tool keeps its login. --login-from-host"
                  + " copies them.",
              "[\".claude/.credentials.json\"]");
      case LOGIN_VARIABLE ->
          text(
              key,
              "string, optional",
              "An environment variable that names another directory for the login, and for nothing"
                  + " else. Your sessions of the tool then share one directory: see 'bawn login'.",
              "\"CLAUDE_SECURESTORAGE_CONFIG_DIR\"");
      case LOGIN_LINKS ->
          text(
              key,
              STRINGS,
              "For a tool without 'login_variable': the files of 'login' that your sessions of the"
                  + " tool share. bawn puts a symbolic link in the place of each, so the tool must"
                  + " write to the file, not replace it. Name no file with settings: a session could change the"
                  + " settings of another session.",
              "[\".claude/.credentials.json\"]");
      case LOGIN_COMMAND ->
          text(
              key,
              STRINGS,
              "The arguments with which the tool logs in and exits, for 'bawn login'. Without them,"
                  + " 'bawn login' starts the tool, which asks for the login.",
              "[\"auth\", \"login\"]");
      case SEED ->
          text(
              key,
              STRINGS,
              "Files and directories below your home directory that bawn copies into the persistent"
                  + " home of an unprivileged session, for example instructions. bawn refuses a"
                  + " definition that names a login here.",
              "[\".claude/CLAUDE.md\", \".claude/skills\"]");
      case PREPARE ->
          text(
              key,
              STRINGS,
              "A command and its arguments. bawn runs it once in a new home of an unprivileged"
                  + " session, inside the sandbox, before the tool. An agent session ignores it.",
              "[\"sh\", \"-c\", \"tool --accept\"]");
      case UNPACKS ->
          text(
              key,
              STRINGS,
              "Directories in which the tool writes shared libraries (.so) that it then loads:"
                  + " /tmp, /var/tmp or /dev/shm. In the sessions of an agent that may run the tool,"
                  + " these directories are mounted without noexec. AppArmor allows hidden .so files"
                  + " there and refuses programs.",
              "[\"/tmp\"]");
      case PROMPT ->
          text(key, "table", "The arguments with which bawn gives the tool a prompt.", "");
      case PROMPT_INTERACTIVE ->
          in(
              DefinitionKey.PROMPT,
              key,
              "array of strings",
              "Arguments that begin a conversation. bawn replaces {prompt} with the text.",
              "[\"--\", \"{prompt}\"]");
      case PROMPT_ONCE ->
          in(
              DefinitionKey.PROMPT,
              key,
              "array of strings",
              "Arguments with which the tool answers and exits: for --once.",
              "[\"--print\", \"--\", \"{prompt}\"]");
      case SETTINGS ->
          text(
              key,
              TABLE,
              "Settings that bawn copies into the persistent home of an unprivileged session. A key is"
                  + " a JSON or TOML file below your home directory. Its value is an array: the settings"
                  + " keys to copy; TABLE.KEY names a key in a table. bawn copies no other setting.",
              "\".claude/settings.json\" = [\"model\", \"permissions.deny\"]");
      case LOGIN_SETTINGS ->
          text(
              key,
              TABLE,
              "Settings, in the form of 'settings', that bawn copies only with --login-from-host.",
              "\".claude.json\" = [\"oauthAccount\"]");
      case SET ->
          text(
              key,
              TABLE,
              "Environment variables that bawn sets in each session that has the tool.",
              "DISABLE_AUTOUPDATER = \"1\"");
      case ETC ->
          text(
              key,
              TABLE,
              "Files that each session that has the tool sees below /etc. A key is a path below"
                  + " /etc, with at least one directory. Its value is the content of the file.",
              "\"claude-code/managed-settings.json\" = \"{}\"");
      case REPORT ->
          text(
              key,
              TABLE,
              "JSON files in the home of the tool, in which the tool reports what it does. bawn reads"
                  + " the newest one. The keys 'waiting', 'working' and 'idle' of this table list"
                  + " values of the field that report.field names. bawn prefers the report to the screen.",
              "");
      case REPORT_DIRECTORY ->
          in(
              DefinitionKey.REPORT,
              key,
              "string",
              "The directory of these files, below the home directory.",
              "\".claude/sessions\"");
      case REPORT_FIELD ->
          in(
              DefinitionKey.REPORT,
              key,
              "string",
              "The field that has the activity, at the top level of each file.",
              "\"status\"");
      case SCREEN ->
          text(
              key,
              TABLE,
              "Texts on the screen of a background session that show what the tool does, for the"
                  + " activity in 'bawn list'. Case does not matter. bawn looks for 'waiting' first,"
                  + " then 'working', then 'idle'. Where the screen shows none of them, the activity"
                  + " is unknown.",
              "");
      case SCREEN_WAITING ->
          in(
              DefinitionKey.SCREEN,
              key,
              STRINGS,
              "The tool waits for an answer.",
              "[\"Do you want to\"]");
      case SCREEN_WORKING ->
          in(DefinitionKey.SCREEN, key, STRINGS, "The tool works.", "[\"esc to interrupt\"]");
      case SCREEN_IDLE ->
          in(
              DefinitionKey.SCREEN,
              key,
              STRINGS,
              "The tool waits for the next prompt.",
              "[\"? for shortcuts\"]");
      case TRANSCRIPT ->
          text(
              key,
              TABLE,
              "The files in which the tool records its conversations, with the tokens that they used: see"
                  + " 'bawn stats'. bawn reads files whose names end in .jsonl, or the database"
                  + " opencode.db. Without this table, the tokens are unknown.",
              "");
      case TRANSCRIPT_KIND ->
          in(
              DefinitionKey.TRANSCRIPT,
              key,
              "string",
              "The format of these files: claude, codex, gemini or opencode.",
              "\"claude\"");
      case TRANSCRIPT_DIRECTORIES ->
          in(
              DefinitionKey.TRANSCRIPT,
              key,
              "array of strings",
              "The directories of these files, below the home directory.",
              "[\".claude/projects\"]");
      case TRANSCRIPT_CONTINUE ->
          in(
              DefinitionKey.TRANSCRIPT,
              key,
              STRINGS,
              "The arguments with which the tool continues its last conversation. 'bawn resume'"
                  + " passes them when the resumed session wrote the newest of these files. Not for"
                  + " opencode.",
              "[\"--continue\"]");
    };
  }

  private static DefinitionText text(
      DefinitionKey key, String type, String meaning, String example) {
    boolean isTable = type.startsWith("table");
    return new DefinitionText(
        isTable ? "[" + key.key() + "]" : key.key(),
        type,
        meaning,
        isTable ? example : key.key() + " = " + example);
  }

  private static DefinitionText in(
      DefinitionKey table, DefinitionKey key, String type, String meaning, String example) {
    return new DefinitionText(
        table.key() + "." + key.key(), type, meaning, key.key() + " = " + example);
  }
}
