package dev.bawn.launcher.engine;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
}
