package dev.bawn.contract.mask;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.agent.SecretNames;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class MaskRulesTest {

  @TempDir Path directory;

  static Stream<MaskCases.Case> cases() {
    return MaskCases.all().stream();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void a_path_is_masked_as_the_table_says(MaskCases.Case each) {
    assertEquals(each.isMasked(), isMasked(rules(each.patterns()), each.path()));
  }

  private static MaskRules rules(List<String> patterns) {
    List<MaskPattern> all = patterns.stream().map(MaskPattern::of).toList();
    return new MaskRules(patterns.isEmpty(), patterns.isEmpty(), all);
  }

  /** Tells whether the path or a parent directory is masked. */
  private static boolean isMasked(MaskRules rules, String path) {
    for (int slash = path.indexOf('/'); slash > 0; slash = path.indexOf('/', slash + 1)) {
      if (rules.mask(path.substring(0, slash), true)) {
        return true;
      }
    }
    return rules.mask(path, false);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "*",
        "**",
        "?",
        "/",
        "*/",
        "***/",
        "!x",
        "#x",
        "a{b,c}",
        "*.{pem,key}",
        "a\nb",
        "a\0b",
        "a\u001b[31m",
        "a//b",
        "../x",
        "a/../b",
        "./a",
        ".",
        "..",
        "x ",
        "[",
        "a[b",
        "src/**.pem",
        "a*b*c*d*e"
      })
  void what_is_no_pattern_or_matches_everything_is_refused(String pattern) {
    assertThrows(IllegalArgumentException.class, () -> MaskPattern.of(pattern));
  }

  @Test
  void a_pattern_of_more_than_200_characters_is_refused() {
    MaskPattern.of("a".repeat(200));
    assertThrows(IllegalArgumentException.class, () -> MaskPattern.of("a".repeat(201)));
  }

  @Test
  void a_pattern_that_matched_nothing_is_idle() {
    MaskRules rules = rules(List.of("*.a", "b", "*.a"));
    assertEquals(List.of("*.a", "b"), rules.idle());
    rules.mask("x/y.a", false);
    assertEquals(List.of("b"), rules.idle());
  }

  @Test
  void names_and_paths_without_wildcards_are_fixed() {
    MaskRules rules = rules(List.of("local.cfg", "/top", "a/b", "c/", "*.d", "[e]"));
    assertEquals(List.of("local.cfg"), rules.fixedNames());
    assertEquals(List.of("top", "a/b"), rules.fixedPaths());
  }

  @Test
  void a_pattern_for_directories_matches_links() {
    assertTrue(rules(List.of("x/")).mask("x", true));
    assertFalse(rules(List.of("x/")).mask("x", false));
  }

  @Test
  void a_login_of_a_tool_is_none_of_its_settings() {
    for (String name : List.of("auth.json", "AUTH.json.bak", ".credentials.json", ".env")) {
      assertTrue(SecretNames.contain(name), name);
    }
    assertFalse(SecretNames.contain("settings.json"));
  }

  @Test
  void patterns_mean_what_they_mean_to_git() throws Exception {
    long seed = Long.getLong("bawn.seed", System.nanoTime());
    Random random = new Random(seed);
    git("", "init", "-q");
    for (int round = 0; round < 40; round++) {
      String text = pattern(random);
      MaskPattern pattern;
      try {
        pattern = MaskPattern.of(text);
      } catch (IllegalArgumentException e) {
        continue;
      }
      List<String> paths = new ArrayList<>();
      for (int i = 0; i < 60; i++) {
        paths.add(path(random));
      }
      MaskRules rules = new MaskRules(false, false, List.of(pattern));
      Set<String> masked = new TreeSet<>(paths);
      masked.removeIf(path -> !isMasked(rules, path));
      assertEquals(ignored(text, paths), masked, "pattern '" + text + "', seed " + seed);
    }
  }

  private static String pattern(Random random) {
    String[] parts = {"a", "b", "ab", "*", "?", "/", "/", "**/", "/**", "[ab]", "[!a]", ".", "\\*"};
    StringBuilder text = new StringBuilder();
    int length = 1 + random.nextInt(5);
    for (int i = 0; i < length; i++) {
      text.append(parts[random.nextInt(parts.length)]);
    }
    return text.toString();
  }

  private static String path(Random random) {
    StringBuilder path = new StringBuilder();
    int depth = 1 + random.nextInt(4);
    for (int i = 0; i < depth; i++) {
      path.append(i == 0 ? "" : "/");
      int length = 1 + random.nextInt(3);
      for (int c = 0; c < length; c++) {
        path.append("ab.*".charAt(random.nextInt(c == 0 ? 2 : 4)));
      }
    }
    return path.toString();
  }

  private Set<String> ignored(String pattern, List<String> paths)
      throws IOException, InterruptedException {
    Files.writeString(directory.resolve(".git/info/exclude"), pattern + "\n");
    String input = String.join("\0", paths) + "\0";
    String output = git(input, "check-ignore", "--no-index", "-z", "--stdin");
    Set<String> ignored = new TreeSet<>(List.of(output.split("\0")));
    ignored.remove("");
    return ignored;
  }

  private String git(String input, String... words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("git", "-C", directory.toString()));
    command.addAll(List.of(words));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
    builder.environment().put("GIT_CONFIG_NOSYSTEM", "1");
    Process git = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try (var stdin = git.getOutputStream()) {
      stdin.write(input.getBytes(StandardCharsets.UTF_8));
    }
    String output = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(git.waitFor() <= 1, "status of git");
    return output;
  }
}
