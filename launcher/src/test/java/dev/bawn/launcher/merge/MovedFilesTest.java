package dev.bawn.launcher.merge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.launcher.review.Change;
import dev.bawn.launcher.review.Layers;
import dev.bawn.launcher.review.Reviewed;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A moved file is merged at both paths or at none. */
class MovedFilesTest extends MergeScene {

  private static final String LIST = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";

  private Outcome mergeMoved(boolean markers) throws IOException {
    try (Layers layers = session.based(Merges.bases(session.upper)).layers()) {
      List<Change> changes = layers.changes();
      return merges()
          .merge(
              layers,
              changes,
              Reviewed.moves(Reviewed.all(layers, changes)),
              Map.of(),
              false,
              markers,
              uid());
    }
  }

  /** Writes a record of all files that git does not know. */
  private void isRecorded() throws IOException {
    Files.writeString(directory.resolve("base/record"), "end\0");
  }

  @Test
  void a_moved_file_stays_where_others_made_a_file_in_its_new_place() throws IOException {
    withGit();
    session.begins().removed("list").wrote("new", LIST).wrote("b", "2\n");
    session.others("echo mine >new");
    List<String> before = tree();
    assertEquals(
        List.of(
            "list: the session moved it to new, which is not merged",
            "new: also created or changed in the project; its version at the start is unknown"),
        told(mergeMoved(false)));
    assertTrue(tree().contains("list rw-r--r-- 1|2|3|4|5|6|7|8|9|"), "" + tree());
    assertEquals(List.of(), told(mergeMoved(true)));
    assertEquals(
        "<<<<<<< project\nmine\n=======\n" + LIST + ">>>>>>> work\n",
        Files.readString(session.project.resolve("new")));
    assertTrue(Files.notExists(session.project.resolve("list")));
    assertEquals(List.of(), told(merges().undo(Map::of)));
    assertEquals(List.of(), told(merges().undo(Map::of)));
    assertEquals(before, tree());
  }

  @Test
  void an_edited_moved_file_stays_with_its_directory_where_both_added_the_new_one()
      throws IOException {
    session.had("one/only", LIST);
    withGit();
    session
        .begins()
        .removed("one")
        .wrote("two/only", LIST + "10\n")
        .others("mkdir two; echo >two/only");
    isRecorded();
    List<String> before = tree();
    assertEquals(
        List.of(
            "one/only: the session moved it to two/only, which is not merged",
            "two/only: also created in the project"),
        told(mergeMoved(false)));
    assertEquals(before, tree());
    session.others("rm -r two");
    assertEquals(List.of(), told(mergeMoved(false)));
    assertTrue(Files.notExists(session.project.resolve("one")));
    assertEquals(LIST + "10\n", Files.readString(session.project.resolve("two/only")));
  }

  @Test
  void a_file_that_lies_in_the_way_of_a_kept_one_is_not_merged() throws IOException {
    withGit();
    session.begins().wrote("dir", LIST).wrote("new", "c\n").wrote("deep", "d\n");
    session.others("echo mine >new");
    assertEquals(
        List.of(
            "dir: a file that stays is in its place",
            "dir/c: the session moved it to new, which is not merged",
            "new: also created or changed in the project; its version at the start is unknown"),
        told(mergeMoved(false)));
    assertTrue(tree().contains("dir/c rw-r--r-- c|"), "" + tree());
  }

  @Test
  void
      a_file_with_the_same_content_as_an_unmerged_one_is_removed_if_the_session_moved_it_elsewhere()
          throws IOException {
    withGit();
    session.begins().removed("list").wrote("new", LIST).wrote("moved", LIST);
    session.others("echo mine >new");
    assertEquals(
        List.of("new: also created or changed in the project; its version at the start is unknown"),
        told(mergeMoved(false)));
    assertTrue(Files.notExists(session.project.resolve("list")));
  }

  @Test
  void a_removed_file_as_large_as_an_unmerged_one_is_removed() throws IOException {
    withGit();
    session.begins().removed("list").wrote("new", LIST.replace('9', '0'));
    session.others("echo mine >new");
    assertEquals(
        List.of("new: also created or changed in the project; its version at the start is unknown"),
        told(mergeMoved(false)));
    assertTrue(Files.notExists(session.project.resolve("list")));
  }

  @Test
  void what_others_changed_of_a_moved_file_goes_with_it() throws IOException {
    withGit();
    session.begins().removed("list").wrote("new", LIST + "10\n");
    session.others("sed -i 's/^2$/mine/' list; chmod 700 list");
    List<String> before = tree();
    assertEquals(List.of(), told(mergeMoved(false)));
    assertTrue(Files.notExists(session.project.resolve("list")));
    assertEquals(
        LIST.replace("2", "mine") + "10\n", Files.readString(session.project.resolve("new")));
    assertTrue(Files.isExecutable(session.project.resolve("new")));
    assertEquals(List.of(), left());
    assertEquals(List.of(), told(merges().undo(Map::of)));
    assertEquals(before, tree());
  }

  @Test
  void a_moved_file_stays_whole_where_both_changed_the_same_lines() throws IOException {
    withGit();
    session.begins().removed("list").wrote("new", LIST.replace("2", "22"));
    session.others("sed -i 's/^2$/mine/' list");
    List<String> before = tree();
    assertEquals(
        List.of("list: the session moved it to new, and it changed in the project"),
        told(mergeMoved(false)));
    assertEquals(before, tree());
    assertEquals(List.of(), told(mergeMoved(true)));
    assertTrue(Files.notExists(session.project.resolve("list")));
    assertTrue(Files.readString(session.project.resolve("new")).contains("=======\n22\n>>>>>>>"));
    assertEquals(List.of(), told(merges().undo(Map::of)));
    assertEquals(before, tree());
  }

  @Test
  void a_moved_file_without_text_takes_what_others_wrote_along() throws IOException {
    session.had("data", "a\0b");
    withGit();
    session.begins().removed("data").wrote("new", "a\0b");
    session.others("printf 'mine\\000' >data");
    assertEquals(List.of(), told(mergeMoved(false)));
    assertTrue(Files.notExists(session.project.resolve("data")));
    assertEquals("mine\0", Files.readString(session.project.resolve("new")));
  }

  @Test
  void a_moved_directory_goes_with_what_others_edited_in_it() throws IOException {
    session.had("one/list", LIST);
    session.had("one/other", "other\n");
    withGit();
    session.begins().removed("one").wrote("two/list", LIST + "10\n").wrote("two/other", "other\n");
    session.others("sed -i 's/^2$/mine/' one/list");
    List<String> before = tree();
    assertEquals(List.of(), told(mergeMoved(false)));
    assertTrue(Files.notExists(session.project.resolve("one")));
    assertEquals(
        LIST.replace("2", "mine") + "10\n", Files.readString(session.project.resolve("two/list")));
    assertEquals(List.of(), told(merges().undo(Map::of)));
    assertEquals(before, tree());
  }

  @Test
  void an_edited_file_that_is_moved_to_where_others_have_one_stays() throws IOException {
    withGit();
    session.begins().removed("list").wrote("new", LIST + "10\n");
    session.others("sed -i 's/^2$/mine/' list; echo mine >new");
    isRecorded();
    List<String> before = tree();
    assertEquals(
        List.of(
            "list: the session moved it to new, which is not merged",
            "new: also created in the project"),
        told(mergeMoved(false)));
    assertEquals(before, tree());
  }

  @Test
  void what_others_changed_goes_with_no_file_that_could_be_another_one() throws IOException {
    session.had("one/same", LIST).had("two/same", LIST);
    withGit();
    session.begins().removed("one").removed("two").wrote("c/same", LIST).wrote("d/same", LIST);
    session.others("sed -i 's/^2$/mine/' one/same");
    assertEquals(
        List.of("one/same: the session moved it to c/same, and it changed in the project"),
        told(mergeMoved(false)));
    assertTrue(Files.exists(session.project.resolve("one/same")));
    assertTrue(Files.notExists(session.project.resolve("c/same")));
  }

  @Test
  void what_others_changed_goes_with_no_file_that_is_only_similar() throws IOException {
    withGit();
    session.begins().removed("list").wrote("new", LIST.substring(0, 12) + "other\nfile\n");
    session.others("sed -i 's/^2$/mine/' list");
    List<String> before = tree();
    assertEquals(
        List.of("list: the session moved it to new, and it changed in the project"),
        told(mergeMoved(false)));
    assertEquals(before, tree());
  }
}
