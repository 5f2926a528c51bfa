package dev.bawn.launcher.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.process.ProcessEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FirstProcessTest {

  private static final ProcessMark FIRST = new ProcessMark("42", "1000");

  @TempDir private Path proc;

  private boolean hasExecuted() {
    return FirstProcess.hasExecuted(FIRST, proc.resolve("inside"), proc);
  }

  @Test
  void the_command_of_a_process_that_has_ended_meanwhile_counts_as_not_executed() {
    assertFalse(hasExecuted());
  }

  @Test
  void without_lists_of_children_a_command_counts_as_executed() throws IOException {
    Files.createDirectories(proc.resolve("42/task/42"));
    assertTrue(hasExecuted());
  }

  @Test
  void a_command_line_is_read_as_a_whole_while_its_process_executes_programs() throws IOException {
    Process process =
        new ProcessBuilder("bash", "-c", "exec bash -c \"$BASH_EXECUTION_STRING\"").start();
    try {
      ProcessEntry entry = new ProcessEntry(Path.of("/proc", Long.toString(process.pid())));
      Set<String> lines = new HashSet<>();
      for (int i = 0; i < 5000; i++) {
        lines.add(entry.text("cmdline"));
      }
      lines.removeIf(line -> line.isEmpty() || line.endsWith("STRING\"\0"));
      assertEquals(Set.of(), lines);
    } finally {
      process.destroyForcibly();
    }
  }
}
