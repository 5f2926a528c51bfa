package dev.bawn.launcher.merge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.linux.Flock;
import dev.bawn.launcher.record.SessionName;
import dev.bawn.launcher.review.Layers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A merge, a rename and a removal of one session exclude each other. */
class WorkspaceLockTest extends MergeScene {

  private static final SessionName SESSION = SessionName.of("work");

  private static String refusal(Path workspace) {
    return assertThrows(Refused.class, () -> WorkspaceLock.take(workspace, SESSION).close()).what();
  }

  @Test
  void a_workspace_that_is_locked_or_missing_is_refused() {
    try (Flock _ = WorkspaceLock.take(directory, SESSION)) {
      assertEquals("another command works on the changes of 'work'", refusal(directory));
      Refused merge = assertThrows(Refused.class, () -> merges().lock().close());
      assertEquals("another command works on the changes of 'work'", merge.what());
    }
    merges().lock().close();
    assertEquals(
        "session 'work' was renamed or removed meanwhile", refusal(directory.resolve("none")));
  }

  @Test
  void a_merge_refuses_changes_that_were_moved_after_they_were_read() throws IOException {
    withGit();
    session.begins().wrote("b", "2\n");
    List<String> before = tree();
    try (Layers layers = session.based(Map.of()).layers()) {
      var changes = layers.changes();
      Files.move(session.upper, directory.resolve("renamed"));
      Files.createDirectory(session.upper);
      Refused refusal =
          assertThrows(
              Refused.class,
              () -> merges().merge(layers, changes, Map.of(), Map.of(), false, false, uid()));
      assertEquals("session 'work' was renamed or removed meanwhile", refusal.what());
    }
    assertEquals(before, tree());
  }
}
