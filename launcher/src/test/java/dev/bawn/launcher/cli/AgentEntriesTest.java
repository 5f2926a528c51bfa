package dev.bawn.launcher.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.failure.Failed;
import dev.bawn.launcher.review.RawPath;
import java.io.IOException;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class AgentEntriesTest {

  private static AgentEntries answered(String script) throws IOException {
    return AgentEntries.of(List.of("/bin/sh", "-c", script));
  }

  private static boolean isDropped(AgentEntries entries) throws IOException {
    return entries.drop(RawPath.of("f"), OptionalInt.empty());
  }

  @Test
  void a_program_that_answers_drops_entries() throws IOException {
    try (AgentEntries entries = answered("printf 110; cat >/dev/null")) {
      assertTrue(isDropped(entries));
      assertFalse(isDropped(entries));
    }
  }

  @Test
  void a_program_that_ends_early_interrupts_the_discard() throws IOException {
    try (AgentEntries entries = answered("printf 1; head -c 1 >/dev/null")) {
      for (int each = 0; each < 2; each++) {
        Failed failed = assertThrows(Failed.class, () -> isDropped(entries));
        assertEquals(
            "the discard was interrupted: the process that removes the changes has ended",
            failed.what());
        assertTrue(failed.hint().startsWith("run the same command again"), failed.hint());
      }
    }
  }
}
