package dev.bawn.launcher.transcript;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.tool.HomePath;
import dev.bawn.contract.tool.ToolTranscript;
import dev.bawn.contract.tool.TranscriptKind;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tokens that are counted in a transcript, with any content that a session wrote. */
class TranscriptsTest {

  private static final Instant BEGIN = Instant.parse("2026-09-01T10:00:00Z");
  private static final Instant END = Instant.parse("2026-09-01T11:00:00Z");
  private static final Duration SOON = Duration.ofSeconds(20);

  @TempDir Path home;

  private static TokenCount tokens(long input, long output, long cached) {
    return new TokenCount(input, output, cached, OptionalDouble.empty(), true);
  }

  private Transcripts read(TranscriptKind kind) {
    return Transcripts.of(
        home,
        new ToolTranscript(kind, List.of(HomePath.of("kept"), HomePath.of("archived")), List.of()),
        BEGIN);
  }

  private Optional<TokenCount> used(TranscriptKind kind) {
    return read(kind).between(BEGIN, END);
  }

  private Path write(String path, String... lines) throws IOException {
    Path file = home.resolve(path);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, String.join("\n", lines) + "\n");
  }

  /** Returns a line in the format of Claude Code 2.1: ccusage/ccusage, omacom/omarchy#10606. */
  private static String claude(String time, String id, int output) {
    return """
    {"parentUuid":"a","isSidechain":false,"cwd":"/home/alice/app","sessionId":"s","type":"assistant",\
    "message":{"model":"m","id":"%s","type":"message","role":"assistant","content":[{"type":"text",\
    "text":"\\"usage\\":{\\"input_tokens\\":9}"}],"usage":{"input_tokens":3,\
    "cache_creation_input_tokens":1000,"cache_read_input_tokens":20000,"cache_creation":\
    {"ephemeral_5m_input_tokens":1000},"output_tokens":%d,"service_tier":"standard"}},\
    "requestId":"r","uuid":"u","timestamp":"2026-09-01T%sZ"}\
    """
        .formatted(id, output, time);
  }

  /**
   * Returns a line in the format of Codex: ryoppipp/ccusage apps/codex/CLAUDE.md,
   * ccusage/ccusage#1288.
   */
  private static String codex(String time, int input, int cached, int output) {
    return """
    {"timestamp":"2026-09-01T%sZ","type":"event_msg","payload":{"type":"token_count","info":\
    {"total_token_usage":{"input_tokens":%d,"cached_input_tokens":%d,"output_tokens":%d,\
    "reasoning_output_tokens":1,"total_tokens":%d},"last_token_usage":{"input_tokens":777,\
    "cached_input_tokens":0,"output_tokens":777},"model_context_window":258400},"rate_limits":null}}\
    """
        .formatted(time, input, cached, output, input + output);
  }

  private static String codexBegin(String time, String more) {
    return """
    {"timestamp":"2026-09-01T%sZ","type":"session_meta","payload":{"id":"b","cwd":"/home/alice/app"%s}}\
    """
        .formatted(time, more);
  }

  /**
   * Returns a line in the format of Gemini CLI: recordMessageTokens in its chatRecordingService.ts.
   */
  private static String gemini(String time, String id, String tokens) {
    return """
    {"id":"%s","timestamp":"2026-09-01T%sZ","type":"gemini","content":"x","thoughts":[],"tokens":%s,"model":"m"}\
    """
        .formatted(id, time, tokens);
  }

  @Test
  void countsAMessageOfClaudeOnceAlsoWhereItIsRepeated() throws IOException {
    write(
        "kept/-home-alice-app/one.jsonl",
        "{\"type\":\"user\",\"message\":{\"usage\":{\"input_tokens\":5}},\"timestamp\":\"2026-09-01T10:00:00Z\"}",
        claude("10:00:01.5", "m1", 1),
        claude("10:00:02", "m1", 1),
        claude("10:00:03", "m1", 260),
        claude("10:00:04", "m2", 40));
    write("kept/-home-alice-app/two.jsonl", claude("10:00:03", "m1", 260));
    write(
        "kept/-home-alice-app/one/subagents/agent-x.jsonl",
        claude("10:30:00", "m3", 100),
        claude("09:59:59", "before", 100),
        claude("11:00:00.001", "after", 100));
    assertEquals(Optional.of(tokens(3 * 1003, 400, 60_000)), used(TranscriptKind.CLAUDE));
    assertEquals(
        Optional.of(tokens(1003, 100, 20_000)),
        read(TranscriptKind.CLAUDE).between(END, Instant.MAX));
    assertEquals(Optional.empty(), read(TranscriptKind.CLAUDE).between(BEGIN, BEGIN));
  }

  @Test
  void saysTheCostOnlyWhereEachMessageHasOne() throws IOException {
    String dear = claude("10:00:01", "m1", 1).replace("\"uuid\"", "\"costUSD\":0.25,\"uuid\"");
    write("kept/a/one.jsonl", dear, dear.replace("m1", "m2"));
    assertEquals(OptionalDouble.of(0.5), used(TranscriptKind.CLAUDE).orElseThrow().cost());
    write("kept/a/two.jsonl", claude("10:00:01", "m3", 1));
    assertEquals(OptionalDouble.empty(), used(TranscriptKind.CLAUDE).orElseThrow().cost());
    write("kept/a/two.jsonl", dear.replace("0.25", "1e308"));
    write("kept/a/one.jsonl", dear.replace("0.25", "1e308").replace("m1", "m2"));
    assertEquals(OptionalDouble.empty(), used(TranscriptKind.CLAUDE).orElseThrow().cost());
  }

  @Test
  void countsWhatCodexAddsToItsSum() throws IOException {
    write(
        "kept/2026/09/01/rollout-1.jsonl",
        codexBegin("09:00:00", ""),
        "{\"timestamp\":\"2026-09-01T09:00:01Z\",\"type\":\"event_msg\",\"payload\":{\"type\":\"token_count\",\"info\":null}}",
        codex("09:00:02", 500, 100, 50),
        codex("10:00:00", 1500, 900, 80),
        codex("10:00:00", 1500, 900, 80),
        codex("10:00:05", 1500, 900, 80),
        codex("10:10:00", 2500, 1900, 90),
        // the context was full: Codex counts from 0 again
        codex("10:10:01", 0, 0, 0),
        codex("10:20:00", 30, 10, 5));
    assertEquals(
        Optional.of(tokens(200 + 0 + 20, 30 + 10 + 5, 800 + 1000 + 10)),
        used(TranscriptKind.CODEX));
    write("archived/rollout-2.jsonl", codexBegin("10:00:00", ""), codex("10:00:02", 7, 0, 1));
    assertEquals(Optional.of(tokens(227, 46, 1810)), used(TranscriptKind.CODEX));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ",\"forked_from_id\":\"a\"",
        ",\"source\":{\"subagent\":{\"thread_spawn\":{\"parent_thread_id\":\"a\"}}}"
      })
  void doesNotCountAgainWhatAForkRepeats(String fork) throws IOException {
    String[] parent = {codex("10:00:10", 100, 0, 10), codex("10:00:20", 300, 0, 30)};
    write("kept/2026/rollout-1.jsonl", codexBegin("10:00:00", ""), parent[0], parent[1]);
    write(
        "kept/2026/rollout-2.jsonl",
        codexBegin("10:05:00", fork),
        codexBegin("10:05:00", ""),
        parent[0].replace("10:00:10", "10:05:00.010"),
        parent[1].replace("10:00:20", "10:05:00.020"),
        codex("10:05:06", 350, 0, 40));
    assertEquals(Optional.of(tokens(350, 40, 0)), used(TranscriptKind.CODEX));
  }

  @Test
  void takesTheLastVersionOfAMessageOfGemini() throws IOException {
    String tokens =
        "{\"input\":7173,\"output\":20,\"cached\":7000,\"thoughts\":17,\"tool\":4,\"total\":7214}";
    write(
        "kept/app/chats/session-1.jsonl",
        "{\"sessionId\":\"s\",\"projectHash\":\"h\",\"startTime\":\"2026-09-01T10:00:00Z\"}",
        gemini("10:00:01", "g1", "null"),
        gemini("10:00:01", "g1", tokens),
        gemini("10:00:01", "g1", tokens),
        "{\"$set\":{\"messages\":[" + gemini("10:00:01", "g1", tokens) + "]}}");
    write("kept/app/chats/s/x.jsonl", gemini("10:00:02", "g2", "{\"input\":5,\"output\":1}"));
    write("kept/app/chats/session-0.json", gemini("10:00:02", "old", tokens));
    assertEquals(Optional.of(tokens(177 + 5, 38, 7000)), used(TranscriptKind.GEMINI));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-1",
        "1e308",
        "1e400",
        "9223372036854775807",
        "99999999999999999999",
        "1.5",
        "\"3\"x",
        "NaN",
        "1000000000001",
        "[",
        "{\"a\":",
        "3}"
      })
  void leavesOutNumbersThatNoToolWrites(String number) throws IOException {
    write(
        "kept/a/one.jsonl",
        claude("10:00:01", "m1", 5)
            .replace("\"input_tokens\":3,", "\"input_tokens\":" + number + ","),
        claude("10:00:01", "m2", 7));
    assertEquals(Optional.of(tokens(1003, 7, 20_000)), used(TranscriptKind.CLAUDE));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "null",
        "\"usage\"",
        "{\"usage\"",
        "{\"usage\":{}}",
        "\u0000\"usage\"",
        "{\"message\":{\"usage\":[{\"input_tokens\":1}]}}",
        "{\"type\":\"assistant\",\"timestamp\":\"2026-09-01T10:00:00Z\",\"message\":{\"id\":\"m\",\"usage\":{}}}",
        "{\"type\":\"assistant\",\"timestamp\":\"9999999-09-01T10:00:00Z\",\"message\":{\"id\":\"m\",\"usage\":{\"input_tokens\":1}}}",
        "{\"type\":\"assistant\",\"timestamp\":1,\"message\":{\"id\":\"m\",\"usage\":{\"input_tokens\":1}}}",
        "{\"type\":\"assistant\",\"timestamp\":\"2026-09-01T10:00:00Z\",\"message\":{\"id\":7,\"usage\":{\"input_tokens\":1}}}",
        "{\"type\":\"assistant\",\"timestamp\":\"2026-09-01T10:00:00Z\",\"message\":{\"usage\":{\"input_tokens\":1}}}"
      })
  void nothingIsKnownOfWhatSaysNothing(String line) throws IOException {
    write("kept/a/one.jsonl", line, line.repeat(3));
    assertEquals(Optional.empty(), used(TranscriptKind.CLAUDE));
  }

  @Test
  void aSumHasALargestValue() throws IOException {
    String most = claude("10:00:01", "m1", 5).replace("\":20000", "\":1000000000000");
    String[] lines = new String[2000];
    for (int i = 0; i < lines.length; i++) {
      lines[i] = most.replace("m1", "m" + i);
    }
    write("kept/a/one.jsonl", lines);
    assertEquals(1_000_000_000_000_000L, used(TranscriptKind.CLAUDE).orElseThrow().cached());
  }

  @Test
  void followsNoLinkAndWaitsForNothing() throws IOException, InterruptedException {
    Path outside = Files.createDirectory(home.resolve("outside"));
    write("outside/one.jsonl", claude("10:00:01", "m1", 5));
    Path kept = Files.createDirectory(home.resolve("kept"));
    Files.createSymbolicLink(kept.resolve("directory"), outside);
    Files.createSymbolicLink(kept.resolve("file.jsonl"), outside.resolve("one.jsonl"));
    Files.createSymbolicLink(home.resolve("archived"), outside);
    Files.createDirectory(kept.resolve("d.jsonl"));
    Path fifo = kept.resolve("fifo.jsonl");
    assertEquals(0, new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor());
    assertTimeoutPreemptively(
        SOON, () -> assertEquals(Optional.empty(), used(TranscriptKind.CLAUDE)));
    Files.delete(home.resolve("archived"));
    write("kept/two.jsonl", claude("10:00:01", "m2", 6));
    assertEquals(Optional.of(tokens(1003, 6, 20_000)), used(TranscriptKind.CLAUDE));
  }

  @Test
  void readsTheEndOfAFileThatIsTooLarge() throws IOException {
    Path file = write("kept/a/one.jsonl", claude("10:00:01", "m1", 5));
    try (RandomAccessFile large = new RandomAccessFile(file.toFile(), "rw")) {
      large.setLength(1L << 30);
      large.seek(1L << 30);
      large.writeBytes("\n" + claude("10:00:01", "m2", 6) + "\n");
    }
    assertTimeoutPreemptively(
        SOON,
        () ->
            assertEquals(
                Optional.of(tokens(1003, 6, 20_000).and(false)), used(TranscriptKind.CLAUDE)));
  }

  @Test
  void aConversationOfWhichOnlyTheEndIsReadCountsFromThere() throws IOException {
    Path file = write("kept/rollout-1.jsonl", codex("10:00:01", 100, 0, 5));
    try (RandomAccessFile large = new RandomAccessFile(file.toFile(), "rw")) {
      large.setLength(1L << 27);
      large.seek(1L << 27);
      large.writeBytes(
          "\n" + codex("10:00:02", 200, 0, 6) + "\n" + codex("10:00:03", 250, 0, 8) + "\n");
    }
    assertEquals(Optional.of(tokens(50, 2, 0).and(false)), used(TranscriptKind.CODEX));
  }

  @Test
  void readsSoManyLinesFilesAndDirectoriesOnly() throws IOException {
    String[] lines = new String[250_000];
    for (int i = 0; i < lines.length; i++) {
      lines[i] = "{\"usage\":1}";
    }
    lines[0] = claude("10:00:01", "m1", 5);
    write("kept/a/one.jsonl", lines);
    assertFalse(used(TranscriptKind.CLAUDE).orElseThrow().isComplete());

    Files.delete(home.resolve("kept/a/one.jsonl"));
    write("kept/1/2/3/4/5/6/deep.jsonl", claude("10:00:01", "m1", 5));
    assertTrue(used(TranscriptKind.CLAUDE).orElseThrow().isComplete());
    write("kept/1/2/3/4/5/6/7/deeper.jsonl", claude("10:00:01", "m2", 5));
    assertEquals(Optional.of(tokens(1003, 5, 20_000).and(false)), used(TranscriptKind.CLAUDE));
  }

  @Test
  void aLineThatIsTooLongIsLeftOut() throws IOException {
    String image = "{\"type\":\"user\",\"x\":\"" + "A".repeat(9 << 20) + "\"}";
    write("kept/a/one.jsonl", claude("10:00:01", "m1", 5), image, claude("10:00:02", "m2", 6));
    assertEquals(Optional.of(tokens(2006, 11, 40_000).and(false)), used(TranscriptKind.CLAUDE));
  }

  @Test
  void leavesOutAFileThatDidNotChangeSince() throws IOException {
    Path file = write("kept/a/one.jsonl", claude("10:00:01", "m1", 5));
    Files.setLastModifiedTime(file, FileTime.from(BEGIN.minusSeconds(9)));
    assertTrue(used(TranscriptKind.CLAUDE).isPresent(), "a session can set this time");
    assertEquals(
        Optional.empty(),
        Transcripts.of(
                home,
                new ToolTranscript(TranscriptKind.CLAUDE, List.of(HomePath.of("kept")), List.of()),
                Instant.now().plusSeconds(60))
            .between(BEGIN, END));
  }

  @Test
  void saysSoWhereADirectoryIsClosed() throws IOException {
    write("kept/a/one.jsonl", claude("10:00:01", "m1", 5));
    Path closed = Files.createFile(home.resolve("archived"));
    assertFalse(used(TranscriptKind.CLAUDE).orElseThrow().isComplete());
    Files.delete(closed);
    assertTrue(used(TranscriptKind.CLAUDE).orElseThrow().isComplete());
  }
}
