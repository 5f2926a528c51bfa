package dev.bawn.launcher.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Compares the texts of bawn.toml(5) and of the template of config.toml about each key with the
 * code.
 */
class SettingTextTest {

  private static Map<Setting, ?> read(String text) {
    return SettingsFile.read("config.toml", text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void the_example_of_each_key_sets_that_key_to_something_that_is_not_its_default() {
    for (Setting setting : Setting.values()) {
      var values = SettingsFile.read("x", bytes(SettingText.of(setting).example()));
      assertEquals(EnumSet.of(setting), values.keySet());
      assertTrue(!values.get(setting).equals(setting.defaults()), setting.key());
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void the_template_sets_nothing() {
    assertEquals(Map.of(), read(SettingsTemplate.text()));
  }

  @Test
  void without_its_comment_marks_the_template_sets_every_key() {
    String open = SettingsTemplate.text().replaceAll("(?m)^#(?=[a-z])", "");
    assertEquals(EnumSet.allOf(Setting.class), read(open).keySet());
    assertTrue(SettingsTemplate.text().lines().allMatch(line -> line.length() <= 100));
  }

  @Test
  void a_type_names_the_values_of_a_scale_and_the_text_explains_each() {
    for (Setting setting : Setting.values()) {
      for (String value : setting.scale()) {
        String quote = setting.isFlag() ? "" : "\"";
        assertTrue(SettingText.type(setting).contains(quote + value + quote), setting.key());
      }
    }
    assertEquals("true or false", SettingText.type(Setting.IDENTITY));
    assertEquals("takes effect after 'bawn trust'", SettingText.inProject(Setting.IDENTITY));
    assertEquals("\"persistent\"", SettingText.standard(Setting.HOME));
    assertEquals("[]", SettingText.standard(Setting.MASK));
    for (String value : Setting.WORKSPACE.scale()) {
      assertTrue(SettingText.of(Setting.WORKSPACE).meaning().contains(value + ": "), value);
    }
  }

  @Test
  void a_project_counts_at_once_only_where_it_restricts() {
    String counts =
        Arrays.stream(Setting.values())
            .filter(setting -> SettingText.inProject(setting).startsWith("takes effect without"))
            .map(Setting::key)
            .collect(Collectors.joining(" "));
    assertEquals(
        "workspace profile network home login caches hidden_paths mask mask_env mask_secrets"
            + " show_secrets confinement",
        counts);
  }
}
