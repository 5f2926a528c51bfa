package dev.bawn.launcher.transcript;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.bawn.contract.tool.HomePath;
import dev.bawn.contract.tool.ToolTranscript;
import dev.bawn.contract.tool.TranscriptKind;
import dev.bawn.contract.trust.Installation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tokens that are counted in the output of sqlite3, for which a script prints lines. */
class TranscriptDatabaseTest {

  private static final Instant BEGIN = Instant.parse("2026-09-01T10:00:00Z");
  private static final Duration SOON = Duration.ofSeconds(20);

  @TempDir Path top;
  private Path file;
  private TranscriptDatabase database;

  @BeforeEach
  void makes_a_database() throws IOException {
    Path home = Files.createDirectories(top.resolve("home"));
    file = Files.createDirectories(home.resolve("kept")).resolve("opencode.db");
    Files.writeString(file, "database");
    database =
        new TranscriptDatabase(
            home,
            new ToolTranscript(TranscriptKind.OPENCODE, List.of(HomePath.of("kept")), List.of()),
            new Installation(top, Path.of("/usr/bin/bwrap"), Path.of("/usr/bin/sudo")));
  }

  private void prints(String script) throws IOException {
    Files.writeString(
        top.resolve("read-database"),
        "#!/bin/sh\nprintf '%s\\n' \"$@\" >>" + top.resolve("arguments") + "\n" + script + "\n");
    top.resolve("read-database").toFile().setExecutable(true);
  }

  private static String line(String id, String role, String numbers) {
    return "echo '{\"type\":\"%s\",\"id\":\"%s\",\"timestamp\":\"2026-09-01T10:00:01.250Z\",%s}'\n"
        .formatted(role, id, numbers);
  }

  private static String answer(String id) {
    return line(
        id,
        "assistant",
        "\"tokens\":{\"total\":1,\"input\":700,\"output\":150,\"reasoning\":50,"
            + "\"cache\":{\"write\":20,\"read\":300}},\"cost\":0.25");
  }

  private Optional<TokenCount> used() {
    return database.records(BEGIN).between(BEGIN, Instant.MAX);
  }

  private static Optional<TokenCount> count(int answers, boolean isComplete) {
    return Optional.of(
        new TokenCount(
            answers * 720L,
            answers * 200L,
            answers * 300L,
            OptionalDouble.of(answers / 4.0),
            isComplete));
  }

  private List<String> arguments() throws IOException {
    return Files.readAllLines(top.resolve("arguments"));
  }

  @Test
  void counts_each_answer_once() throws IOException {
    prints(
        "echo exclusive\n"
            + answer("1 2")
            + line("1 3", "user", "\"tokens\":null,\"cost\":null")
            + answer("1 2")
            + answer("2 3"));
    assertEquals(count(2, true), used());
    assertEquals(Optional.empty(), database.records(BEGIN).between(BEGIN, BEGIN.plusSeconds(1)));
  }

  @Test
  void a_count_of_which_sqlite3_printed_only_a_part_is_not_complete() throws IOException {
    prints(answer("1 2") + "printf '{\"type\":\"assis'; exit 7");
    assertEquals(count(1, false), used());
  }

  @Test
  void an_output_without_end_is_read_up_to_a_limit() throws IOException {
    prints(answer("1 2") + "exec yes '" + "tokens".repeat(100) + "'");
    assertTimeoutPreemptively(SOON, () -> assertEquals(count(1, false), used()));
  }

  @Test
  void a_database_is_read_again_only_after_a_change() throws IOException {
    prints(answer("1 2"));
    assertEquals(count(1, true), used());
    int once = arguments().size();
    assertEquals(count(1, true), used());
    assertEquals(once, arguments().size());
    prints(answer("1 2") + answer("2 3"));
    Files.writeString(file.resolveSibling("opencode.db-wal"), "log");
    assertEquals(count(2, true), used());
    assertEquals(file + "-wal", arguments().getLast());
    database.records(BEGIN.plusSeconds(1));
    assertEquals(once + 2 * (once + 2), arguments().size());
  }

  @Test
  void what_is_no_file_is_not_read() throws IOException {
    prints(answer("1 2"));
    Files.createSymbolicLink(file.resolveSibling("opencode.db-wal"), file);
    assertEquals(count(1, true), used());
    assertEquals(file.toString(), arguments().getLast());
    int once = arguments().size();
    Files.move(file, file.resolveSibling("other"));
    assertEquals(Optional.empty(), used());
    Files.createSymbolicLink(file, file.resolveSibling("other"));
    assertEquals(Optional.empty(), used());
    Files.delete(file);
    Files.createDirectory(file);
    assertEquals(Optional.empty(), used());
    assertEquals(once, arguments().size());
  }
}
