package dev.bawn.launcher.review;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

/** Applies rules of gitignore(5) to a path. */
class IgnoreFileTest {

  private static IgnoreFile rules(String... lines) throws IOException {
    return IgnoreFile.of(String.join("\n", lines).getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void rules_of_real_projects_hold() throws IOException {
    IgnoreFile rules =
        rules("# ***** caches *****", "*.py[cod]", "**/build/**", "[._]*.s[a-v][a-z]", "!keep-*-*");
    assertEquals(Optional.of(true), rules.ignores("a/" + "n".repeat(150) + ".pyc", false));
    assertEquals(Optional.of(true), rules.ignores("a/b/c/d/build/x/y", false));
    assertEquals(Optional.of(false), rules.ignores("a/keep-this-one.pyc", false));
    assertEquals(Optional.empty(), rules.ignores("a/b", false));
  }

  @Test
  void it_reads_bytes_and_lines_as_git_does() throws IOException {
    IgnoreFile rules = rules("\ufefffirst", "a?", "two\rlines", "crlf\r", "bad[", "last\r");
    assertEquals(Optional.of(true), rules.ignores("first", false));
    assertEquals(Optional.of(true), rules.ignores("ab", false));
    assertEquals(Optional.empty(), rules.ignores("a\u00c3\u00a9", false));
    assertEquals(Optional.empty(), rules.ignores("lines", false));
    assertEquals(Optional.of(true), rules.ignores("crlf", false));
    assertEquals(Optional.of(true), rules.ignores("last", false));
    assertEquals(Optional.empty(), rules.ignores("bad[", false));
  }

  @Test
  void a_rule_that_takes_too_long_for_a_path_ignores_nothing() throws IOException {
    IgnoreFile names = rules("*", "*a*a*a*a*a*a*a*a*a*a*a*a*b");
    IgnoreFile directories = rules("*", "**/a/**/a/**/a/**/a/**/a/**/a/b");
    Assertions.assertTimeoutPreemptively(
        Duration.ofMinutes(1),
        () -> {
          assertEquals(Optional.of(false), names.ignores("a".repeat(200) + "c", false));
          assertEquals(Optional.of(false), directories.ignores("a/".repeat(190) + "c", false));
        });
    assertEquals(Optional.of(true), names.ignores("short", false));
    assertEquals(Optional.of(true), directories.ignores("short", false));
  }
}
