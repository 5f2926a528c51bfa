package dev.bawn.launcher.sessions;

import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.bawn.launcher.record.SessionName;
import dev.bawn.launcher.record.SessionPlaces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The removal of a session. */
class DestructionTest {

  @TempDir Path directory;

  @Test
  void a_base_that_is_being_recorded_does_not_keep_a_session() throws Exception {
    SessionPlaces places =
        new SessionPlaces(
            directory.resolve("sessions"),
            directory.resolve("workspaces"),
            directory.resolve("homes"));
    Path workspace = places.workspace(SessionName.of("work"));
    Path copies = Files.createDirectories(workspace.resolve("base/copies"));
    Process record =
        new ProcessBuilder(
                "bash", "-c", "i=0; while true >\"$1/$((i += 1))\"; do :; done", "x", copies + "")
            .redirectErrorStream(true)
            .start();
    while (!Files.exists(copies.resolve("2000"))) {
      Thread.sleep(10);
    }
    Destruction.of(SessionName.of("work"), places);
    assertFalse(Files.exists(workspace));
    record.getInputStream().readAllBytes();
    record.waitFor();
    assertFalse(Files.exists(workspace));
  }

  @Test
  void a_removal_that_was_interrupted_is_finished() throws IOException {
    SessionPlaces places = new SessionPlaces(directory, directory.resolve("w"), directory);
    Path workspace = places.workspace(SessionName.of("work"));
    Files.createDirectories(workspace.resolve("base/copies"));
    Files.createDirectories(workspace.resolve("base.removed/copies"));
    Destruction.of(SessionName.of("work"), places);
    assertFalse(Files.exists(workspace));
  }
}
