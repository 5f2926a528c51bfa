package dev.bawn.launcher.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.ProjectId;
import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.workspace.WorkspaceKind;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RecordFileTest {

  @TempDir Path temporary;

  private static SessionRecord record(Optional<AgentProject> agent) {
    return new SessionRecord(
        SessionName.of("docs"),
        Instant.parse("2026-11-21T18:00:00Z"),
        Optional.of(Path.of("/home/alice/app")),
        Path.of("/work/app"),
        agent.isPresent() ? WorkspaceKind.AGENT : WorkspaceKind.READONLY,
        Optional.empty(),
        "claude",
        Optional.empty(),
        List.of("--tag=issue=7"),
        List.of("--continue"),
        agent.map(_ -> new Prompt("do this\n", Prompt.Manner.ONCE)),
        Optional.empty(),
        agent);
  }

  private static String text(SessionRecord record) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      json.writeStartObject();
      RecordFile.write(json, record);
      json.writeEndObject();
    }
    return text.toString();
  }

  private SessionDirectory directory(String text) throws IOException {
    SessionDirectory directory = new SessionDirectory(SessionName.of("docs"), temporary);
    Files.writeString(directory.plan(), text);
    return directory;
  }

  @Test
  void record_of_an_agent_session_is_read_as_it_was_written() throws IOException {
    SessionRecord record =
        record(Optional.of(new AgentProject(AgentName.of("a.noir"), ProjectId.of("app"))));
    assertEquals(record, RecordFile.read(directory(text(record))));
  }

  @Test
  void record_without_agent_has_no_field_of_an_agent() throws IOException {
    SessionRecord record = record(Optional.empty());
    String text = text(record);
    assertEquals(-1, text.indexOf("agent"));
    assertEquals(record, RecordFile.read(directory(text)));
  }

  @Test
  void record_with_an_invalid_agent_or_without_its_project_is_refused() throws IOException {
    String text =
        text(record(Optional.of(new AgentProject(AgentName.of("a.noir"), ProjectId.of("app")))));
    SessionDirectory invalid = directory(text.replace("a.noir", "../a"));
    assertThrows(Refused.class, () -> RecordFile.read(invalid));
    SessionDirectory half = directory(text.replace("agent_project", "other"));
    assertThrows(Refused.class, () -> RecordFile.read(half));
  }
}
