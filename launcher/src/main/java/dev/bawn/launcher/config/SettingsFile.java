package dev.bawn.launcher.config;

import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.toml.TomlTable;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The file {@code $XDG_CONFIG_HOME/bawn/config.toml}, and {@code .bawn.toml} of a project, which
 * has the same keys. Keys of a project that give a session more access have an effect only if the
 * file is trusted. All keys are optional; {@link SettingText} documents them.
 */
final class SettingsFile {

  private SettingsFile() {}

  /**
   * The values in a file.
   *
   * @param name of the file, for messages
   * @throws Refused if it is not valid TOML, or has an unknown key or an invalid value, with the
   *     line
   */
  static Map<Setting, List<String>> read(String name, byte[] bytes) {
    try {
      return values(name, bytes);
    } catch (Refused e) {
      throw e.hint().isEmpty() ? new Refused(e.what(), "see: man bawn.toml") : e;
    }
  }

  private static Map<Setting, List<String>> values(String name, byte[] bytes) {
    TomlTable table = TomlTable.parse(name, bytes);
    Map<Setting, List<String>> values = new EnumMap<>(Setting.class);
    for (Setting setting : Setting.values()) {
      List<String> said = said(table, setting);
      if (!said.isEmpty()) {
        values.put(setting, said);
      }
    }
    table.nothingElse("remove it, or see: man bawn.toml");
    return values;
  }

  private static List<String> said(TomlTable table, Setting setting) {
    if (!table.has(setting.key())) {
      return List.of();
    }
    if (setting.isFlag()) {
      return List.of(Boolean.toString(table.flag(setting.key())));
    }
    if (setting.isNumber()) {
      return List.of(
          setting == Setting.MEMORY
              ? table.textOrNumber(setting.key(), setting::checked)
              : table.decimal(setting.key(), setting::checked));
    }
    return setting.isList()
        ? table.texts(setting.key(), setting::checked)
        : Optional.of(table.text(setting.key(), setting::checked)).stream().toList();
  }
}
