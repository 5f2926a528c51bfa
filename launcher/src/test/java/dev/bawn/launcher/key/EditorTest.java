package dev.bawn.launcher.key;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bawn.contract.failure.Failed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The editor that opens a file, and the error if it is not installed. */
final class EditorTest {

  @TempDir Path directory;

  @Test
  void an_editor_may_have_options_and_a_file_any_name() throws IOException {
    Path file = Files.writeString(directory.resolve("it's \"one\" $file"), "text\n");
    assertEquals(0, Editor.of(Map.of("EDITOR", "grep -q text")).open(file));
    assertEquals(1, Editor.of(Map.of("VISUAL", "false", "EDITOR", "true")).open(file));
  }

  @Test
  void one_that_is_not_there_is_told_with_how_to_name_another() {
    Editor editor = Editor.of(Map.of("EDITOR", "no-such-editor -x"));
    Failed failed = assertThrows(Failed.class, () -> editor.open(directory.resolve("file")));
    assertEquals("there is no editor 'no-such-editor -x'", failed.what());
    assertEquals("name yours in EDITOR: export EDITOR=vi", failed.hint());
  }
}
