package dev.bawn.launcher.config;

import java.util.ArrayList;
import java.util.List;

/**
 * The file that {@code bawn config edit} opens if there is none yet: every key in a comment, so
 * that it has no effect.
 */
public final class SettingsTemplate {

  private static final int WIDTH = 80;

  private SettingsTemplate() {}

  /** The whole file. */
  public static String text() {
    List<String> lines = new ArrayList<>();
    lines.add("# Settings of your sessions, see bawn.toml(5).");
    lines.add("# To set a key, remove the # before it and change the value.");
    for (Setting setting : Setting.values()) {
      lines.add("");
      comment(SettingText.of(setting).meaning(), lines);
      comment("Default: " + SettingText.standard(setting), lines);
      lines.add("#" + SettingText.of(setting).example());
    }
    return String.join("\n", lines) + "\n";
  }

  private static void comment(String text, List<String> lines) {
    StringBuilder line = new StringBuilder("#");
    for (String word : text.split(" ")) {
      if (line.length() + 1 + word.length() > WIDTH) {
        lines.add(line.toString());
        line.replace(1, line.length(), "");
      }
      line.append(' ').append(word);
    }
    lines.add(line.toString());
  }
}
