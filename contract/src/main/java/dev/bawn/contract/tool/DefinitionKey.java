package dev.bawn.contract.tool;

/** The keys of a tool definition, in the order of its manual page. */
public enum DefinitionKey {
  FORMAT("format"),
  LABEL("label"),
  RANK("rank"),
  COMMAND("command"),
  NPM("npm"),
  FIND("find"),
  ENV("env"),
  NEEDS("needs"),
  LOGIN("login"),
  LOGIN_VARIABLE("login_variable"),
  LOGIN_LINKS("login_links"),
  LOGIN_COMMAND("login_command"),
  SEED("seed"),
  PREPARE("prepare"),
  UNPACKS("unpacks"),
  PROMPT("prompt"),
  PROMPT_INTERACTIVE("interactive"),
  PROMPT_ONCE("once"),
  SETTINGS("settings"),
  LOGIN_SETTINGS("login_settings"),
  SET("set"),
  ETC("etc"),
  REPORT("report"),
  REPORT_DIRECTORY("directory"),
  REPORT_FIELD("field"),
  SCREEN("screen"),
  SCREEN_WAITING("waiting"),
  SCREEN_WORKING("working"),
  SCREEN_IDLE("idle"),
  TRANSCRIPT("transcript"),
  TRANSCRIPT_KIND("kind"),
  TRANSCRIPT_DIRECTORIES("directories"),
  TRANSCRIPT_CONTINUE("continue");

  private final String key;

  DefinitionKey(String key) {
    this.key = key;
  }

  /** Its name in the file. */
  String key() {
    return key;
  }
}
