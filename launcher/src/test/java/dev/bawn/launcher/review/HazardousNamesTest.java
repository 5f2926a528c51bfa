package dev.bawn.launcher.review;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Names of files that programs run or read for the user. */
class HazardousNamesTest {

  private static String reason(String path) {
    return HazardousNames.read()
        .reason(RawPath.of(path))
        .map(reason -> reason.hazard() + " " + reason.actor())
        .orElse("none");
  }

  @Test
  void case_and_depth_do_not_count() {
    assertEquals("ACTS editors", reason("a/b/.VSCode/tasks.json"));
    assertEquals("ACTS direnv", reason(".ENVRC"));
    assertEquals("ACTS package managers", reason("sub/.cargo/Config.toml"));
    assertEquals("ACTS_WHEN_USED make", reason("sub/Makefile"));
    assertEquals("ACTS_WHEN_USED CI", reason(".github/workflows/test.yml"));
    assertEquals("ACTS editors", reason("sub/.bsp/sbt.json"));
    assertEquals("ACTS git", reason(".gitconfig"));
    assertEquals("ACTS_WHEN_USED builds", reason("project/Build.scala"));
    assertEquals("ACTS_WHEN_USED builds", reason("buildSrc/src/main/java/A.java"));
    assertEquals("ACTS editors", reason(".v\u017fcode/tasks.json"));
    assertEquals("none", reason("src/main.c"));
    assertEquals("none", reason("envrc"));
  }

  @Test
  void a_file_that_acts_alone_needs_no_other_hazard_beside_it() {
    assertEquals("ACTS mise and asdf", reason("mise/config.local.toml"));
    assertEquals("ACTS rvm", reason(".ruby-env"));
    assertEquals("ACTS hermit", reason("bin/hermit.hcl"));
    assertEquals("ACTS R", reason("pkg/.lintr"));
    assertEquals("ACTS agent tools", reason("mcp.json"));
    assertEquals("ACTS editors", reason("CMakeLists.txt.user"));
    assertEquals("ACTS_WHEN_USED builds", reason("binding.gyp"));
    assertEquals("ACTS_WHEN_USED builds", reason("CMakeUserPresets.json"));
    assertEquals("ACTS_WHEN_USED builds", reason("build-logic/src/main/kotlin/x.gradle.kts"));
    assertEquals("ACTS_WHEN_USED package scripts", reason("gems.rb"));
    assertEquals("ACTS_WHEN_USED linters and bundlers", reason("drizzle.config.ts"));
    assertEquals("ACTS_WHEN_USED linters and bundlers", reason(".anyrc.cjs"));
    assertEquals("ACTS_WHEN_USED tests", reason("pytest.toml"));
    assertEquals("ACTS_WHEN_USED containers", reason("infra/main.tf.json"));
    assertEquals("none", reason("config.js"));
    assertEquals("none", reason("src/config/index.ts"));
  }

  @Test
  void the_severe_reason_comes_before_the_other() {
    assertEquals("ACTS editors", reason(".vscode/package.json"));
    assertEquals("ACTS direnv", reason(".github/workflows/.envrc"));
    assertEquals("ACTS agent tools", reason(".clinerules/hooks/PreToolUse"));
    assertEquals("ACTS_WHEN_USED agent tools", reason(".clinerules/style.md"));
  }

  @Test
  void each_pattern_stands_once_in_lower_case_and_holds_at_any_depth() throws IOException {
    Set<String> seen = new HashSet<>();
    for (String line : lines()) {
      String pattern = line.substring(line.lastIndexOf('\t') + 1);
      assertEquals(pattern.toLowerCase(Locale.ROOT), pattern);
      assertEquals(true, seen.add(pattern), pattern);
      assertFalse(pattern.endsWith("/"), pattern);
      assertEquals(pattern.contains("/"), pattern.startsWith("**/"), pattern);
    }
  }

  private static List<String> lines() throws IOException {
    try (InputStream in = HazardousNames.class.getResourceAsStream("hazards.tsv")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isEmpty() && !line.startsWith("#"))
          .toList();
    }
  }
}
