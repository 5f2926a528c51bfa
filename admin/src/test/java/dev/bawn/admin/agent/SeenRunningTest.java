package dev.bawn.admin.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.bawn.contract.activity.AgentActivity;
import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.layout.SystemLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Root's record has the time of an agent's last activity, and is not written all the time. */
final class SeenRunningTest {

  private static final AgentName NOIR = AgentName.of("a.noir");
  private static final Instant START = Instant.parse("2026-11-21T12:00:00Z");

  @TempDir private Path root;
  private final List<String> said = new ArrayList<>();
  private SystemLayout layout;
  private SeenRunning seen;

  @BeforeEach
  void an_agent_with_a_project() throws Exception {
    layout = new SystemLayout(root);
    Files.createDirectories(layout.scratch(NOIR));
    Files.createFile(layout.activity(NOIR));
    Files.setLastModifiedTime(layout.activity(NOIR), FileTime.from(AgentActivity.NEVER));
    seen = new SeenRunning(layout, said::add);
  }

  @Test
  void an_agent_is_noted_when_it_begins_once_a_minute_and_when_it_has_ended() throws Exception {
    for (int second = 0; second < 90; second++) {
      seen.saw(Set.of(NOIR), START.plusSeconds(second));
      assertEquals(START.plusSeconds(second > 60 ? 61 : 0), noted(), "after " + second);
    }
    seen.saw(Set.of(), START.plusSeconds(100));
    assertEquals(START.plusSeconds(89), noted());
    seen.saw(Set.of(), START.plusSeconds(200));
    assertEquals(START.plusSeconds(89), noted());
  }

  @Test
  void one_that_begins_again_is_noted_again() throws Exception {
    seen.saw(Set.of(NOIR), START);
    seen.saw(Set.of(), START.plusSeconds(1));
    seen.saw(Set.of(NOIR), START.plusSeconds(2));
    assertEquals(START.plusSeconds(2), noted());
  }

  @Test
  void one_that_does_not_run_is_not_noted() throws Exception {
    seen.saw(Set.of(), START);
    assertEquals(AgentActivity.NEVER, noted());
  }

  @Test
  void one_without_a_record_gets_none() throws Exception {
    Files.delete(layout.activity(NOIR));
    seen.saw(Set.of(NOIR), START);
    assertFalse(Files.exists(layout.activity(NOIR)));
    assertEquals(List.of(), said);
  }

  @Test
  void why_nothing_can_be_noted_is_said_once() throws Exception {
    Files.delete(layout.activity(NOIR));
    Files.createSymbolicLink(layout.activity(NOIR), root.resolve("none/none"));
    for (int minute = 0; minute < 5; minute++) {
      seen.saw(Set.of(NOIR), START.plusSeconds(120 * minute));
    }
    assertEquals(1, said.size(), said.toString());
  }

  private Instant noted() throws Exception {
    return Files.getLastModifiedTime(layout.activity(NOIR)).toInstant();
  }
}
