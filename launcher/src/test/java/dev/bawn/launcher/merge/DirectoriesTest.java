package dev.bawn.launcher.merge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.launcher.review.Change;
import dev.bawn.launcher.review.Layers;
import dev.bawn.launcher.review.Obstacle;
import dev.bawn.launcher.review.RawPath;
import dev.bawn.launcher.review.Reviewed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Merges of directories that a session created again, or exchanged with a file or a link. */
class DirectoriesTest extends MergeScene {

  private static final String OPAQUE = "opaque";

  private int count() throws IOException {
    try (Layers layers = session.based(Merges.bases(session.upper)).layers()) {
      return layers.count(100).changes();
    }
  }

  private Outcome discard(String... paths) throws IOException {
    try (Layers layers = session.based(Merges.bases(session.upper)).layers()) {
      List<Change> all = layers.changes();
      List<Change> meant =
          all.stream().filter(change -> List.of(paths).contains(change.path().bytes())).toList();
      return new Discard(record()).of(Reviewed.all(layers, meant), all, layers);
    }
  }

  @Test
  void a_directory_that_is_closed_to_its_owner_is_discarded_as_a_whole() throws IOException {
    session.begins().wrote("dir/deep/n", "n\n").wrote("new/n", "n\n");
    session.mode("dir/deep", "---------").mode("new", "---------");
    try (Layers layers = session.layers()) {
      List<Change> closed = List.of(closed(layers, "dir/deep"), closed(layers, "new"));
      Outcome outcome =
          new Discard(record()).of(Reviewed.all(layers, closed), layers.changes(), layers);
      assertEquals(List.of(), told(outcome));
    }
    assertEquals(List.of(), left());
    assertTrue(Files.exists(session.upper.resolveSibling("discarded").resolve("1/dir/deep/n")));
  }

  /** Returns the change as a user without root's rights sees it. */
  private static Change closed(Layers layers, String path) throws IOException {
    RawPath at = RawPath.of(path);
    return new Change.Unclear(at, layers.session(at).orElseThrow(), Obstacle.CLOSED);
  }

  @Test
  void a_directory_that_was_made_anew_is_no_change_after_its_merge() throws IOException {
    session.begins().wrote("dir/n", "n\n").marked("dir", OPAQUE, "y");
    session.wrote("b/in", "i\n").marked("b", OPAQUE, "y");
    assertEquals(5, count());
    assertEquals(5, merge(false).done().size());
    assertEquals(List.of(), left());
    assertEquals(0, count());
    merges().undo(Map::of);
    assertEquals(5, count());
    assertEquals(5, merge(false).done().size());
    assertEquals(List.of(), left());
  }

  @Test
  void a_new_directory_in_the_place_of_a_file_that_others_created_is_a_conflict()
      throws IOException {
    withGit();
    session.begins().made("new").others("echo mine >new");
    assertEquals(
        List.of("new: also created or changed in the project; its version at the start is unknown"),
        told(merge(false)));
  }

  @Test
  void a_directory_in_the_place_of_a_file_that_others_removed_is_merged() throws IOException {
    withGit();
    session.begins().wrote("b/in", "i\n").marked("b", OPAQUE, "y").others("rm b");
    assertEquals(List.of(), told(merge(false)));
    assertTrue(tree().contains("b/in rw-r--r-- i|"), tree().toString());
    assertEquals(List.of(), left());
  }

  @Test
  void a_new_directory_within_one_that_was_made_anew_removes_what_it_hides() throws IOException {
    session.begins().wrote("dir/deep/n", "n\n").marked("dir", OPAQUE, "y");
    merge(false);
    assertFalse(Files.exists(session.project.resolve("dir/deep/d")));
    assertEquals(List.of(), left());
  }

  @Test
  void the_mode_of_a_directory_that_was_made_anew_is_a_change_until_it_is_merged()
      throws IOException {
    session.begins().wrote("dir/c", "c\n").made("dir/deep").wrote("dir/deep/d", "d\n");
    session.marked("dir", OPAQUE, "y").mode("dir", "rwx------");
    assertEquals(List.of("mode dir"), left());
    assertEquals(1, merge(false).done().size());
    assertTrue(tree().contains("dir rwx------"), tree().toString());
    assertEquals(List.of(), left());
  }

  @Test
  void what_was_masked_in_a_directory_that_the_session_removed_stays_and_is_no_change()
      throws IOException {
    session.had("dir/.env", "x").had("dir/deep/.env", "x").hid("dir/.env").hid("dir/deep/.env");
    session.begins().removed("dir");
    assertEquals(List.of("removed dir/c", "removed dir/deep/d"), left());
    assertEquals(List.of(), told(merge(false)));
    assertEquals(List.of(), left());
    assertTrue(Files.exists(session.project.resolve("dir/deep/.env")));
  }

  @Test
  void permissions_that_others_gave_a_directory_stay() throws IOException {
    session.begins().wrote("dir/c", "2\n").wrote("dir/deep/d", "2\n").wrote("new/n", "n\n");
    session.marked("dir/deep", OPAQUE, "y").others("chmod 700 dir dir/deep");
    assertEquals(
        List.of(
            "dir: also created or changed in the project; its version at the start is unknown",
            "dir/deep: also created or changed in the project; its version at the start is unknown",
            // without a record of the start, others may have moved its directory here
            "dir/deep/d: also created or changed in the project; its version at the start is unknown"),
        told(merge(false)));
    assertEquals(3, told(merge(false)).size());
    session.others("chmod 700 new");
    session.mode("dir", "rwx------").mode("dir/deep", "rwx------");
    assertEquals(List.of("replaced dir/deep", "modified dir/deep/d"), left());
    session.mode("new", "rwxrwxrwx");
    assertTrue(told(merge(false)).contains("new: both sides changed its permissions"));
    assertTrue(
        tree().containsAll(List.of("dir rwx------", "dir/deep rwx------", "new rwx------")),
        tree().toString());
  }

  @Test
  void permissions_that_both_changed_are_the_sessions_where_a_review_saw_both() throws IOException {
    session.begins().wrote("dir/c", "2\n").mode("dir", "rwxr-x---").others("chmod 700 dir");
    List<String> before = tree();
    ReviewedVersion other = new ReviewedVersion(Version.directory(0_711).text());
    assertEquals(
        List.of("dir: the project's version changed since it was reviewed"),
        told(approved(Optional.of(other))));
    assertEquals(List.of(), told(approved(Optional.empty())));
    assertTrue(tree().contains("dir rwxr-x---"), tree().toString());
    assertEquals(List.of("modified dir/c"), left());
    assertEquals(List.of(), told(merges().undo(Map::of)));
    assertEquals(before, tree());
  }

  /** Merges the permissions of a directory over the version of the review, or over this one. */
  private Outcome approved(Optional<ReviewedVersion> instead) throws IOException {
    try (Layers layers = session.based(Merges.bases(session.upper)).layers()) {
      RawPath path = RawPath.of("dir");
      List<Change> changes =
          layers.changes().stream().filter(each -> each.path().equals(path)).toList();
      Change change = changes.getFirst();
      Approval approval =
          new Approval(
              ReviewedVersion.of(layers, change),
              Optional.empty(),
              instead.or(() -> conflict(layers, change)),
              Optional.empty());
      return merges().merge(layers, changes, Map.of(), Map.of(path, approval), false, false, uid());
    }
  }

  private static Optional<ReviewedVersion> conflict(Layers layers, Change change) {
    try {
      return Conflict.of(layers, change, "work").map(Conflict::project);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void what_others_put_into_a_directory_that_was_made_anew_is_theirs() throws IOException {
    session.had("stuff/old/o", "o\n").had("stuff/p", "p\n");
    session.begins().wrote("dir/n", "n\n").marked("dir", OPAQUE, "y").removed("link-to-be");
    session.others("echo l >dir/later; mv stuff dir; cp -r dir/stuff link; mv link-to-be gone");
    session.others("mv dir/stuff/old link-to-be");
    merge(false);
    List<String> tree = tree();
    for (String each : List.of("dir/later", "dir/stuff/p", "link-to-be/o")) {
      assertTrue(Files.exists(session.project.resolve(each)), each + " is gone: " + tree);
    }
    assertEquals(List.of(), left());
  }

  @Test
  void what_others_moved_to_where_the_session_made_a_file_stays() throws IOException {
    session.had("stuff/o", "o\n").begins().wrote("new", "n\n").others("mv stuff new");
    assertEquals(1, merge(false).waiting().size());
    assertTrue(Files.exists(session.project.resolve("new/o")), tree().toString());
  }

  @Test
  void a_directory_that_others_moved_while_the_session_worked_in_it_comes_back_for_new_files_alone()
      throws IOException {
    session.begins().wrote("dir/n", "n\n").marked("dir", "origin", "x");
    session.others("mv dir moved");
    assertEquals(List.of("added dir/n"), left());
    session.did("rm dir/n");
    assertEquals(List.of(), left());
    assertEquals(List.of(), told(merge(false)));
    assertFalse(Files.exists(session.project.resolve("dir")));
  }

  @Test
  void a_new_directory_that_others_removed_or_replaced_after_its_merge_is_no_change()
      throws IOException {
    session.begins().made("empty").wrote("new/n", "n\n").wrote("b/in", "i\n");
    merge(false);
    session.others("rm -r empty new b; echo mine >b; echo mine >new");
    assertEquals(List.of(), left());
    assertEquals(0, count());
    assertEquals(0, merge(false).done().size());
  }

  @Test
  void undo_restores_all_but_a_file_in_whose_place_is_a_directory_with_files_of_others()
      throws IOException {
    session.begins().wrote("b/in", "i\n").wrote("list", "n\n").wrote("new/n", "n\n");
    merge(false);
    session.others("mkdir b/deep; echo mine >b/deep/mine; echo mine >b/other; echo mine >new/mine");
    Outcome undone = merges().undo(Map::of);
    assertEquals(
        List.of("b: it has files that no merge created: b/deep/mine, b/other"), told(undone));
    assertTrue(
        tree()
            .containsAll(
                List.of(
                    "b/deep/mine rw-r--r-- mine|",
                    "b/other rw-r--r-- mine|",
                    "list rw-r--r-- 1|2|3|4|5|6|7|8|9|",
                    "new/mine rw-r--r-- mine|")),
        tree().toString());
    assertFalse(Files.exists(session.project.resolve("b/in")));
  }

  @Test
  void undo_restores_all_but_files_whose_directory_others_removed_or_replaced() throws IOException {
    session.had("dir/e", "e\n").begins();
    session.removed("dir/c").removed("dir/deep").wrote("list", "n\n");
    merge(false);
    session.others("rm -r dir");
    assertEquals(
        List.of(
            "dir/c: its directory was removed since the merge",
            "dir/deep/d: its directory was removed since the merge"),
        told(merges().undo(Map::of)));
    assertTrue(tree().contains("list rw-r--r-- 1|2|3|4|5|6|7|8|9|"), tree().toString());
  }

  @Test
  void undo_restores_nothing_in_a_directory_that_became_a_file_which_others_changed()
      throws IOException {
    session.begins().wrote("dir", "x\n").wrote("list", "n\n");
    merge(false);
    session.others("echo mine >dir");
    assertEquals(
        List.of(
            "dir: it was changed since the merge",
            "dir/c: the project has something else in place of its directory",
            "dir/deep/d: the project has something else in place of its directory"),
        told(merges().undo(Map::of)));
    assertTrue(tree().contains("list rw-r--r-- 1|2|3|4|5|6|7|8|9|"), tree().toString());
    assertTrue(tree().contains("dir rw-r--r-- mine|"), tree().toString());
  }

  @Test
  void undo_gives_a_directory_that_others_made_again_no_other_mode() throws IOException {
    session.begins().removed("dir");
    merge(false);
    session.others("mkdir -m 700 dir; echo mine >dir/mine");
    assertEquals(List.of(), told(merges().undo(Map::of)));
    assertTrue(
        tree().containsAll(List.of("dir rwx------", "dir/c rw-r--r-- c|")), tree().toString());
  }

  @Test
  void a_file_in_a_directory_that_was_made_anew_is_discarded_with_the_directory_alone()
      throws IOException {
    session.begins().wrote("dir/c", "2\n").wrote("dir/n", "n\n").marked("dir", OPAQUE, "y");
    assertEquals(
        List.of("dir/c: it is in dir, which the session removed or replaced: discard dir"),
        told(discard("dir/c")));
    assertTrue(Files.exists(session.upper.resolve("dir/c")));
    assertEquals(List.of(), told(discard("dir", "dir/c", "dir/n", "dir/deep", "dir/deep/d")));
    assertEquals(List.of(), left());
  }

  @Test
  void a_removed_directory_is_discarded_with_the_last_change_in_it_where_others_put_files()
      throws IOException {
    withGit();
    session.begins().removed("dir").others("echo mine >dir/c; echo n >dir/new");
    assertEquals(List.of("removed dir/c", "removed dir/deep", "removed dir/deep/d"), left());
    assertEquals(
        List.of("dir/c: it is in dir, which the session removed or replaced: discard dir"),
        told(discard("dir/c")));
    merge(false);
    assertEquals(List.of("removed dir/c"), left());
    assertEquals(List.of(), told(discard("dir/c")));
    assertEquals(List.of(), left());
    assertFalse(Files.exists(session.upper.resolve("dir"), LinkOption.NOFOLLOW_LINKS));
    assertTrue(tree().containsAll(List.of("dir/c rw-r--r-- mine|", "dir/new rw-r--r-- n|")));
  }

  @Test
  void a_removed_directory_that_is_a_change_itself_is_discarded_by_its_own_name_alone()
      throws IOException {
    session.begins().removed("dir");
    assertEquals(
        List.of(
            "dir/deep: it is in dir, which the session removed or replaced: discard dir",
            "dir/deep/d: it is in dir, which the session removed or replaced: discard dir"),
        told(discard("dir/deep", "dir/deep/d")));
    assertEquals(4, left().size());
    assertEquals(List.of(), told(discard("dir")));
    assertEquals(List.of(), left());
  }

  @Test
  void a_directory_that_became_a_link_to_another_one_comes_back_with_all_below_it()
      throws IOException {
    session.begins().linked("dir", "moved").wrote("moved/deep/d", "d\n");
    List<String> before = tree();
    merge(false);
    assertEquals(List.of(), left());
    assertEquals(List.of(), told(merges().undo(Map::of)));
    assertEquals(before, tree());
  }
}
