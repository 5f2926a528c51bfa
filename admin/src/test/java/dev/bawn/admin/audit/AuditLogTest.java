package dev.bawn.admin.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Serial;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.contract.world.Fuzz;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
final class AuditLogTest {

  private static final Instant NOW = Instant.parse("2026-11-21T10:02:11Z");
  private static final Uid ALICE = new Uid(1000);

  @TempDir private Path root;
  private SystemLayout layout;
  private Recorder recorder;
  private final List<String> said = new ArrayList<>();

  @BeforeEach
  void a_machine() throws IOException {
    layout = new SystemLayout(root);
    recorder = new Recorder(layout, new Ticking());
    Files.createDirectories(layout.agents());
  }

  /** A clock that is a millisecond later at each call, as for two commands. */
  private static final class Ticking extends Clock {
    private Instant now = NOW;

    @Override
    public Instant instant() {
      now = now.plusMillis(1);
      return now;
    }

    @Override
    public ZoneOffset getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      throw new UnsupportedOperationException();
    }
  }

  private List<Act> acts() throws IOException {
    return Ledger.read(new AuditLog(layout), Instant.EPOCH).acts();
  }

  private int record(String line, int status) throws IOException {
    return recorder.record(ALICE, List.of(line.split(" ")), () -> status, said::add);
  }

  @Test
  void an_act_is_written_before_it_begins_and_when_it_has_ended() throws IOException {
    Files.createSymbolicLink(layout.agent(AgentName.of("a.noir")), Path.of(".gen/a.noir/18"));
    recorder.record(
        ALICE,
        List.of("allow", "a.noir", "git"),
        () -> {
          assertEquals(Result.BEGUN, only().result());
          return 0;
        },
        said::add);
    Act act = only();
    assertEquals(Result.DONE, act.result());
    assertEquals(ALICE, act.by());
    assertEquals(List.of("allow", "a.noir", "git"), act.argv());
    assertEquals(AgentName.of("a.noir"), act.agent().orElseThrow());
    assertEquals(new Serial(18), act.serial().orElseThrow());
    assertEquals(2, Files.readAllLines(layout.audit()).size());
  }

  private Act only() {
    try {
      assertEquals(1, acts().size());
      return acts().getFirst();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void the_journal_is_roots_alone() throws IOException {
    record("init", 0);
    assertEquals(
        "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(layout.audit())));
  }

  @Test
  void a_refused_and_a_failed_act_are_recorded_with_their_reasons() throws IOException {
    assertThrows(
        NotFound.class,
        () ->
            recorder.record(
                ALICE,
                List.of("delete", "a.noir"),
                () -> {
                  throw new NotFound("there is no agent 'a.noir'", "");
                },
                said::add));
    assertThrows(
        Failed.class,
        () ->
            recorder.record(
                ALICE,
                List.of("init"),
                () -> {
                  throw new Failed("useradd failed", "");
                },
                said::add));
    assertThrows(
        NoSuchFileException.class,
        () ->
            recorder.record(
                ALICE,
                List.of("trust", "add", "office.pub"),
                () -> {
                  throw new NoSuchFileException("office.pub");
                },
                said::add));
    assertEquals(3, record("allow a.noir sudo", 3));
    assertEquals(
        List.of(
            "refused there is no agent 'a.noir'",
            "failed useradd failed",
            "failed office.pub does not exist",
            "refused exit status 3"),
        acts().stream().map(act -> act.result().word() + " " + act.reason()).toList());
  }

  @Test
  void an_act_that_was_cut_off_stays_begun() throws IOException {
    assertThrows(
        StackOverflowError.class,
        () ->
            recorder.record(
                ALICE,
                List.of("init"),
                () -> {
                  throw new StackOverflowError();
                },
                said::add));
    assertEquals(Result.BEGUN, only().result());
  }

  @Test
  void what_cannot_be_recorded_is_not_done() throws IOException {
    Files.createDirectory(layout.audit());
    assertThrows(
        Refused.class,
        () ->
            recorder.record(
                ALICE,
                List.of("init"),
                () -> {
                  throw new AssertionError("it was done");
                },
                said::add));
  }

  @Test
  void an_end_that_cannot_be_recorded_is_said() throws IOException {
    int status =
        recorder.record(
            ALICE,
            List.of("init"),
            () -> {
              replaceJournalByDirectory();
              return 0;
            },
            said::add);
    assertEquals(0, status);
    assertTrue(said.getFirst().contains("cannot record the result of this command"));
  }

  private void replaceJournalByDirectory() {
    try {
      Files.delete(layout.audit());
      Files.createDirectory(layout.audit());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void before_the_first_init_there_is_no_place_for_it() throws IOException {
    Files.delete(layout.agents());
    Files.delete(layout.state());
    record("init", 0);
    assertTrue(Files.notExists(layout.state()));
    assertEquals(List.of(), acts());
  }

  @Test
  void only_what_is_younger_is_told() throws IOException {
    record("init", 0);
    assertEquals(1, Ledger.read(new AuditLog(layout), NOW).acts().size());
    assertEquals(0, Ledger.read(new AuditLog(layout), NOW.plusSeconds(1)).acts().size());
  }

  @Test
  void a_line_that_a_crash_cut_off_harms_no_other() throws IOException {
    record("init", 0);
    Files.writeString(layout.audit(), "{\"act\":\"17-", StandardOpenOption.APPEND);
    record("create a.noir", 0);
    Ledger ledger = Ledger.read(new AuditLog(layout), Instant.EPOCH);
    assertEquals(2, ledger.acts().size());
    assertEquals(1, ledger.unreadable());
  }

  @Test
  void every_word_survives_and_very_long_ones_are_cut() throws IOException {
    String emoji = "\uD83D\uDE00".repeat(5000);
    List<String> argv =
        new ArrayList<>(List.of("allow", "line\nbreak \u001b[31m \"quoted\" \\ \u0000", emoji));
    argv.addAll(Collections.nCopies(1000, "word"));
    recorder.record(ALICE, argv, () -> 0, said::add);
    Act act = only();
    assertEquals(argv.get(1), act.argv().get(1));
    assertTrue(emoji.startsWith(act.argv().get(2).substring(0, 1024)));
    assertEquals(257, act.argv().size());
  }

  @Test
  void changed_lines_are_counted_and_never_stop_the_reader() throws Exception {
    record("init", 0);
    List<Act> acts = new ArrayList<>();
    Fuzz.of("audit", Files.readAllBytes(layout.audit()))
        .neverStops(bytes -> AuditLog.read(new ByteArrayInputStream(bytes), acts::add));
    assertFalse(acts.isEmpty(), "nothing was left to read");
  }

  @Test
  void lines_of_any_shape_are_none_of_ours() throws IOException {
    String deep = "{\"x\":" + "[".repeat(100_000);
    List<String> lines =
        List.of(
            "null",
            "[]",
            "{}",
            deep,
            "{\"argv\":[1]}",
            "{\"argv\":[[\"a\"]]}",
            "\u0000",
            "{\"by\":1e9}");
    byte[] bytes = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
    assertEquals(lines.size(), AuditLog.read(new ByteArrayInputStream(bytes), act -> {}));
  }
}
