package dev.bawn.launcher.merge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bawn.launcher.record.SessionName;
import dev.bawn.launcher.review.Change;
import dev.bawn.launcher.review.Layers;
import dev.bawn.launcher.review.RawPath;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Files that a merge never replaces, and paths to which it never writes. */
class BoundariesTest extends MergeScene {

  @Test
  void a_file_of_another_user_stays_and_is_named() throws IOException {
    session.begins().wrote("b", "2\n").removed("list").wrote("new", "n\n");
    session.removed("link-to-be");
    try (Layers layers = session.layers()) {
      List<Change> changes = layers.changes();
      Map<RawPath, Approval> reviewed = new HashMap<>();
      for (Change change : changes) {
        if (!change.path().equals(RawPath.of("b"))) {
          reviewed.put(change.path(), Approval.of(ReviewedVersion.of(layers, change)));
        }
      }
      // for a caller with this uid, all files belong to another user
      Outcome outcome =
          merges().merge(layers, changes, Map.of(), reviewed, false, false, uid() + 1);
      assertEquals(
          List.of(
              "b: in the project it belongs to another user",
              "link-to-be: in the project it belongs to another user",
              "list: in the project it belongs to another user"),
          told(outcome));
      assertEquals(List.of(RawPath.of("new")), outcome.paths());
    }
    assertEquals("b\n", Files.readString(session.project.resolve("b")));
  }

  @Test
  void a_reviewed_file_that_the_session_changes_before_it_is_staged_is_not_merged()
      throws IOException {
    session.begins().wrote("b", "2\n").wrote("new", "n\n");
    try (Layers layers = session.layers();
        Staging staging = Staging.in(session.project, SessionName.of("work"))) {
      Map<RawPath, Approval> reviewed = new HashMap<>();
      for (Change change : layers.changes()) {
        reviewed.put(change.path(), Approval.of(ReviewedVersion.of(layers, change)));
      }
      MergeDecisions decisions =
          new MergeDecisions(layers, "work", false, uid(), Long.MAX_VALUE, reviewed, Map.of());
      decisions.decide(layers.changes());
      List<MergeStep> steps = new ArrayList<>(decisions.steps());
      assertEquals(2, steps.size());
      session.wrote("b", "3\n").wrote("new", "o\n");
      staging.make();
      for (MergeStep step : steps) {
        assertThrows(
            ChangedMeanwhile.class, () -> staging.put(step, decisions.content(step)), "" + step);
      }
      staging.remove();
    }
  }

  @Test
  void a_directory_that_becomes_a_link_leads_no_merge_to_another_one() throws IOException {
    session.others("mv dir away && ln -s away dir");
    try (Staging staging = Staging.in(session.project, SessionName.of("work"))) {
      for (String path : List.of("dir/made", "dir/deep/made")) {
        assertThrows(IOException.class, () -> staging.makeDirectory(RawPath.of(path), 0_755), path);
      }
    }
    assertFalse(Files.exists(session.project.resolve("away/deep/made")));
  }

  @Test
  void a_path_with_a_way_up_leads_no_merge_out_of_the_project() throws IOException {
    try (Staging staging = Staging.in(session.project, SessionName.of("work"))) {
      for (String path : List.of("../made", "dir/../../made", directory + "/made")) {
        assertThrows(
            IOException.class, () -> staging.makeDirectory(new RawPath(path), 0_755), path);
      }
    }
    assertFalse(Files.exists(directory.resolve("made")));
  }
}
