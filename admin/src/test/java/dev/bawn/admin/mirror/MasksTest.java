package dev.bawn.admin.mirror;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bawn.contract.failure.WrongUsage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What masks leave out, as the program decides it that owner-list asks: grep. */
final class MasksTest {

  /** What stands in a record between the type and the name. */
  private static final String STAMP = " 12 1795269997.6609920000";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "f/.env",
        "f/.env.local",
        "f/.env.production",
        "f/.env.examples",
        "f/.env.exampl",
        "f/.env.example.local",
        "f/.env.",
        "f/.envrc",
        "l/.env",
        "f/.env/bin/activate",
        "f/api/.env",
        "f/.env.example/.env",
        "f/id_rsa",
        "f/deploy/id_ed25519",
        "f/id_ed25519_sk",
        "l/id_ecdsa",
        "f/server.pem",
        "f/.key",
        "f/tls/a b.key",
        "f/store.p12",
        "f/secrets/token",
        "f/secrets/.env.example",
        "f/a/secrets/b/c",
        "l/secrets",
        "l/a/secrets",
        "l/secrets/link",
        "f/line\nbreak/secrets/x",
        "f/secrets/line\nbreak",
        "f/\n/.env",
        "f/.env.\n",
        "f/-e/.env"
      })
  void what_usually_holds_secrets_is_left_out(String record) throws Exception {
    assertEquals(List.of(record), left(List.of(), record), "masked");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "f/.env.example",
        "f/.env.sample",
        "f/.env.template",
        "f/web/.env.example",
        "f/.environment",
        "f/env",
        "f/x.env",
        "f/.env\nfoo",
        "f/foo\n.env",
        "f/id_rsa.pub",
        "f/my_id_rsa",
        "f/key",
        "f/monkey",
        "f/pem.txt",
        "f/secrets",
        "f/secrets.txt",
        "f/mysecrets/x",
        "f/Secrets/x",
        "f/a\nsecrets/x",
        "f/secrets\n/x",
        "l/secrets\n"
      })
  void what_only_looks_like_it_stays(String record) throws Exception {
    assertEquals(List.of(), left(List.of(), record), "masked");
  }

  @Test
  void bytes_that_are_no_text_do_not_hide_a_name() throws Exception {
    byte[] name = {
      'f', ' ', '1', ' ', '2', '.', '5', '/', (byte) 0xff, (byte) 0xc3, '/', '.', 'e', 'n', 'v', 0
    };
    assertEquals(
        name.length, grep(Masks.of(List.of()), name).length, "masked behind bytes without meaning");
  }

  @Test
  void a_pattern_without_slash_matches_at_any_depth_and_everything_below() throws Exception {
    assertEquals(
        List.of("f/a.sqlite", "f/x/y.sqlite", "l/z.sqlite", "f/db.sqlite/page"),
        left(
            List.of("*.sqlite"),
            "f/a.sqlite",
            "f/x/y.sqlite",
            "l/z.sqlite",
            "f/db.sqlite/page",
            "f/a.sqlite3",
            "f/sqlite"));
  }

  @Test
  void a_pattern_with_a_slash_is_tied_to_the_top() throws Exception {
    assertEquals(
        List.of("f/docs/drafts/a", "l/docs/drafts"),
        left(
            List.of("docs/drafts/"),
            "f/docs/drafts/a",
            "l/docs/drafts",
            "f/docs/drafts",
            "f/x/docs/drafts/a"));
    assertEquals(List.of("f/todo"), left(List.of("/todo"), "f/todo", "f/x/todo"));
  }

  @Test
  void a_pattern_for_directories_spares_files_of_that_name() throws Exception {
    assertEquals(
        List.of("f/private/a", "l/private"),
        left(List.of("private/"), "f/private/a", "l/private", "f/private"));
  }

  @Test
  void stars_and_marks_do_not_cross_slashes() throws Exception {
    assertEquals(
        List.of("f/a1b", "f/data/x1"),
        left(List.of("a?b", "data/*1"), "f/a1b", "f/a/b", "f/ab", "f/data/x1", "f/data/x/1"));
  }

  @Test
  void signs_that_mean_something_to_grep_mean_themselves() throws Exception {
    List<String> patterns = List.of("a.b", "c+d", "(e)", "f|g", "^h", "i$", "-v", "j k", "ü");
    assertEquals(
        List.of("f/a.b", "f/c+d", "f/(e)", "f/f|g", "f/^h", "f/i$", "f/-v", "f/j k", "f/ü"),
        left(
            patterns, "f/a.b", "f/axb", "f/c+d", "f/ccd", "f/(e)", "f/e", "f/f|g", "f/f", "f/^h",
            "f/h", "f/i$", "f/i", "f/-v", "f/j k", "f/ü", "f/u"));
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
        "a/**/b",
        "!x",
        "[ab]",
        "a{b,c}",
        "a\\b",
        "a\nb",
        "a\u0000b",
        "a\u001b[31m",
        "a//b",
        "../x",
        "a/../b",
        "./a",
        ".",
        ".."
      })
  void what_is_no_pattern_or_matches_everything_is_refused(String pattern) {
    WrongUsage refusal = assertThrows(WrongUsage.class, () -> Masks.of(List.of(pattern)));
    assertEquals(true, refusal.what().endsWith("cannot be a mask"));
    assertEquals(false, refusal.what().contains("\u001b"));
  }

  @Test
  void a_pattern_of_more_than_200_characters_is_refused() {
    Masks.of(List.of("a".repeat(200)));
    assertThrows(WrongUsage.class, () -> Masks.of(List.of("a".repeat(201))));
  }

  /** Those of the records that are left out. */
  private static List<String> left(List<String> patterns, String... records) throws Exception {
    StringBuilder input = new StringBuilder();
    for (String record : records) {
      input.append(record.charAt(0)).append(STAMP).append(record.substring(1)).append('\0');
    }
    byte[] bytes = input.toString().getBytes(StandardCharsets.UTF_8);
    String output = new String(grep(Masks.of(patterns), bytes), StandardCharsets.UTF_8);
    return Stream.of(output.split("\0"))
        .filter(record -> !record.isEmpty())
        .map(record -> record.charAt(0) + record.substring(1 + STAMP.length()))
        .toList();
  }

  private static byte[] grep(Masks masks, byte[] records) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("grep", "-zaE"));
    masks.expressions().stream().flatMap(each -> Stream.of("-e", each)).forEach(command::add);
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().put("LC_ALL", "C");
    Process grep = builder.start();
    grep.getOutputStream().write(records);
    grep.getOutputStream().close();
    byte[] output = grep.getInputStream().readAllBytes();
    assertEquals(output.length == 0 ? 1 : 0, grep.waitFor(), "status of grep");
    return output;
  }
}
