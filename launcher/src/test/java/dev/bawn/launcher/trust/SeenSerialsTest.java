package dev.bawn.launcher.trust;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Serial;
import dev.bawn.contract.failure.Refused;
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

  @Test
  void remembers_the_highest() {
    assertEquals(Optional.empty(), seen().highest(NOIR));
    assertTrue(seen().remember(NOIR, new Serial(17)));
    assertTrue(seen().remember(NOIR, new Serial(16)));
    assertEquals(Optional.of(new Serial(17)), seen().highest(NOIR));
    assertEquals(Optional.empty(), seen().highest(AgentName.of("b.noir")));
  }

  @Test
  void leaves_no_half_written_file() throws IOException {
    assertTrue(seen().remember(NOIR, new Serial(17)));
    try (var files = Files.list(home.resolve("bawn/seen"))) {
      assertEquals(1, files.count());
    }
  }

  @Test
  void a_file_that_holds_no_serial_is_not_taken_for_nothing_seen() throws IOException {
    Path file = home.resolve("bawn/seen/a.noir");
    Files.createDirectories(file.getParent());
    for (String content : new String[] {"", "-1", "x", "99999999999999999999"}) {
      Files.writeString(file, content);
      assertThrows(Refused.class, () -> seen().highest(NOIR));
    }
  }

  @Test
  void without_a_place_nothing_is_remembered_and_that_is_told() {
    for (Map<String, String> environment :
        List.of(Map.<String, String>of(), Map.of("HOME", "here"), Map.of("HOME", "/proc/none"))) {
      assertFalse(SeenSerials.in(environment).remember(NOIR, new Serial(17)));
    }
  }
}
