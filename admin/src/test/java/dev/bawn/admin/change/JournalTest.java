package dev.bawn.admin.change;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.ProjectId;
import dev.bawn.contract.agent.Serial;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.layout.Layout;
import dev.bawn.contract.seal.KeyId;
import dev.bawn.contract.world.Fuzz;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is being changed is found again by whoever comes after a crash. */
class JournalTest {

  private static final Journal.Entry UNASSIGN =
      new Journal.Entry(
          "unassign",
          AgentName.of("a.noir"),
          Optional.of(new Serial(17)),
          Optional.of(new Serial(18)),
          KeepHome.NO,
          Optional.of(new ScratchChange(ProjectId.of("app"), ScratchChange.Fate.REMOVED)),
          Audience.NARROWER);

  private static final Journal.Rotation ROTATION =
      new Journal.Rotation(
          new KeyId("3650E23A3277DAF2"),
          new KeyId("7F3AD08406D0E243"),
          Journal.Step.EXCHANGE,
          List.of(AgentName.of("a.noir"), AgentName.of("b.noir")));

  @TempDir private Path root;

  private Journal journal() throws IOException {
    Layout layout = new Layout(root);
    Files.createDirectories(layout.state());
    return new Journal(layout);
  }

  private byte[] file() throws IOException {
    return Files.readAllBytes(new Layout(root).journal());
  }

  @Test
  void what_was_written_is_read() throws IOException {
    Journal journal = journal();
    assertEquals(Optional.empty(), journal.read());
    journal.write(UNASSIGN);
    assertEquals(Optional.of(UNASSIGN), journal.read());
    journal.write(ROTATION);
    assertEquals(Optional.of(ROTATION), journal.read());
    journal.clear();
    assertEquals(Optional.empty(), journal.read());
  }

  @Test
  void a_changed_file_is_read_or_refused() throws Exception {
    Journal journal = journal();
    journal.write(UNASSIGN);
    byte[] unassign = file();
    journal.write(ROTATION);
    Fuzz.of("journal", unassign, file())
        .isReadOrRefused(bytes -> Journal.parse("txn.toml", bytes), Refused.class);
  }
}
