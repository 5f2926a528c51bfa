package dev.bawn.launcher.trust;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Serial;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.trust.SeenState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SeenSerialsTest {

  private static final AgentName NOIR = AgentName.of("a.noir");

  @TempDir Path home;

  private SeenSerials seen() {
    return SeenSerials.in(Map.of("XDG_STATE_HOME", home.toString()));
  }

  private static SeenState state(int uid, long serial) {
    return new SeenState(new Uid(uid), new Serial(serial));
  }

  @Test
  void an_agent_that_was_made_anew_is_later_than_the_one_before_it() {
    assertTrue(seen().remember(NOIR, state(70_000, 17)));
    assertTrue(seen().remember(NOIR, state(70_001, 1)));
    assertEquals(Optional.of(state(70_001, 1)), seen().latest(NOIR));
    assertTrue(seen().remember(NOIR, state(70_000, 18)));
    assertEquals(Optional.of(state(70_001, 1)), seen().latest(NOIR));
  }

  @Test
  void remembers_the_latest() {
    assertEquals(Optional.empty(), seen().latest(NOIR));
    assertTrue(seen().remember(NOIR, state(70_000, 17)));
    assertTrue(seen().remember(NOIR, state(70_000, 16)));
    assertEquals(Optional.of(state(70_000, 17)), seen().latest(NOIR));
    assertEquals(Optional.empty(), seen().latest(AgentName.of("b.noir")));
  }

  @Test
  void leaves_no_half_written_file() throws IOException {
    assertTrue(seen().remember(NOIR, state(70_000, 17)));
    try (var files = Files.list(home.resolve("bawn/seen"))) {
      assertEquals(1, files.count());
    }
  }

  @Test
  void a_file_that_holds_no_serial_is_not_taken_for_nothing_seen() throws IOException {
    Path file = home.resolve("bawn/seen/a.noir");
    Files.createDirectories(file.getParent());
    for (String content :
        new String[] {"", "-1", "x", "17", "70000 99999999999999999999", "70000 17 1"}) {
      Files.writeString(file, content);
      assertThrows(Refused.class, () -> seen().latest(NOIR));
    }
  }

  @Test
  void without_a_place_nothing_is_remembered_and_that_is_told() {
    for (Map<String, String> environment :
        List.of(Map.<String, String>of(), Map.of("HOME", "here"), Map.of("HOME", "/proc/none"))) {
      assertFalse(SeenSerials.in(environment).remember(NOIR, state(70_000, 17)));
    }
  }
}
