package dev.bawn.launcher.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.record.SessionName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scripts in place of the program; tests/system/pause-agents.bats runs the program. */
class StopAllTest {

  private static final ProcessMark FIRST = new ProcessMark("102", "9");
  private static final SessionName NAME = SessionName.of("app-1");

  /** Writes down its arguments and requests, and confirms all. */
  private static final String OBEDIENT =
      "echo \"$@\" >>\"$0.asked\"; printf 1; while read -r line; do echo \"$line\" >>\"$0.asked\";"
          + " printf 1; done";

  @TempDir Path root;

  private Path asked() {
    return root.resolve("program.asked");
  }

  private StopAll running(String script) throws IOException {
    Path program = root.resolve("program");
    Files.writeString(program, script);
    return new StopAll(List.of("/bin/sh", program.toString(), "-pause"), NAME);
  }

  @Test
  void starts_the_program_once_for_several_requests() throws IOException {
    try (StopAll all = running(OBEDIENT)) {
      assertTrue(all.stop(FIRST));
      assertTrue(all.stop(FIRST));
      assertTrue(all.resume(FIRST));
    }
    assertEquals(List.of("-pause 102 9", "stop", "stop", "continue"), Files.readAllLines(asked()));
  }

  @Test
  void starts_the_program_for_each_first_process() throws IOException {
    try (StopAll all = running(OBEDIENT)) {
      assertTrue(all.stop(FIRST));
      assertTrue(all.stop(new ProcessMark("202", "9")));
    }
    assertEquals(
        List.of("-pause 102 9", "stop", "-pause 202 9", "stop"), Files.readAllLines(asked()));
  }

  @Test
  void reports_a_signal_that_was_not_sent() throws IOException {
    try (StopAll all = running("printf 1; read -r _; printf 0; read -r _; printf 1; read -r _")) {
      assertFalse(all.stop(FIRST));
      assertTrue(all.stop(FIRST));
    }
  }

  @Test
  void reports_a_program_that_ended_before_its_answer() throws IOException {
    try (StopAll all = running("printf 1; read -r _")) {
      assertFalse(all.stop(FIRST));
    }
  }

  @Test
  void is_refused_only_where_the_session_exists() throws IOException {
    try (StopAll all = running("exit 5")) {
      assertFalse(all.stop(FIRST));
    }
    try (StopAll all = running("exit 3")) {
      Refused refused = assertThrows(Refused.class, () -> all.stop(FIRST));
      assertEquals("cannot signal the processes of session 'app-1'", refused.what());
    }
  }
}
