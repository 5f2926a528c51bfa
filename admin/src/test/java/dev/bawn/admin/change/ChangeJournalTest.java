package dev.bawn.admin.change;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.ProjectId;
import dev.bawn.contract.agent.Serial;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.contract.seal.KeyId;
import dev.bawn.contract.world.Fuzz;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The next command after a crash reads the unfinished change. */
class ChangeJournalTest {

  private static final ChangeJournal.Entry UNASSIGN =
      new ChangeJournal.Entry(
          "unassign",
          AgentName.of("a.noir"),
          Optional.of(new Serial(17)),
          Optional.of(new Serial(18)),
          KeepHome.NO,
          Optional.of(new ScratchChange(ProjectId.of("app"), ScratchChange.Fate.REMOVED)),
          Audience.NARROWER);

  private static final ChangeJournal.Rotation ROTATION =
      new ChangeJournal.Rotation(
          new KeyId("3650E23A3277DAF2"),
          new KeyId("7F3AD08406D0E243"),
          ChangeJournal.Step.EXCHANGE,
          List.of(AgentName.of("a.noir"), AgentName.of("b.noir")));

  @TempDir private Path root;

  private ChangeJournal journal() throws IOException {
    SystemLayout layout = new SystemLayout(root);
    Files.createDirectories(layout.state());
    return new ChangeJournal(layout);
  }

  private byte[] file() throws IOException {
    return Files.readAllBytes(new SystemLayout(root).journal());
  }

  @Test
  void what_was_written_is_read() throws IOException {
    ChangeJournal journal = journal();
    assertEquals(Optional.empty(), journal.read());
    journal.write(UNASSIGN);
    assertEquals(Optional.of(UNASSIGN), journal.read());
    journal.write(ROTATION);
    assertEquals(Optional.of(ROTATION), journal.read());
    journal.clear();
    assertEquals(Optional.empty(), journal.read());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          format = 1            | format = 2            | has format 2; this version of bawn reads formats up to 1
          format = 1            | format = 0            | format' is invalid
          keep_home = 0         | keep_home = 2         | keep_home' is invalid
          audience = "narrower" | audience = "narrow"   | audience' is invalid
          scratch = "removed"   | scratch = "emptied"   | scratch' is invalid
          project = "app"       |                       | unknown key 'scratch'
          step = "exchange"     | step = "exchanged"    | step' is invalid
          """)
  void what_it_does_not_know_is_not_taken_for_something_else(
      String written, String changed, String refusal) throws IOException {
    ChangeJournal journal = journal();
    if (written.startsWith("step")) {
      journal.write(ROTATION);
    } else {
      journal.write(UNASSIGN);
    }
    String file = new String(file(), StandardCharsets.UTF_8);
    assertTrue(file.contains(written), file);
    byte[] other =
        file.replace(written, changed == null ? "" : changed).getBytes(StandardCharsets.UTF_8);
    Refused refused = assertThrows(Refused.class, () -> ChangeJournal.parse("txn.toml", other));
    assertTrue(refused.getMessage().contains(refusal), refused.getMessage());
  }

  @Test
  void a_changed_file_is_read_or_refused() throws Exception {
    ChangeJournal journal = journal();
    journal.write(UNASSIGN);
    byte[] unassign = file();
    journal.write(ROTATION);
    Fuzz.of("journal", unassign, file())
        .isReadOrRefused(bytes -> ChangeJournal.parse("txn.toml", bytes), Refused.class);
  }
}
