package dev.bawn.launcher.merge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What an undo gives back: the files that were replaced, and the base of the session's changes. */
class UndoTest extends MergeScene {

  private Path kept(int number) {
    return directory.resolve("merges/1/old").resolve(Integer.toString(number));
  }

  @Test
  void undo_restores_a_replaced_file_with_lines_that_a_program_wrote_into_it_later()
      throws IOException {
    withGit();
    session.begins().wrote("b", "2\n").wrote("list", "one\n2\n3\n4\n5\n6\n7\n8\n9\n");
    merge(false);
    Files.writeString(kept(2), "mine\n", StandardOpenOption.APPEND);
    assertEquals(List.of(), told(merges().undo()));
    assertTrue(tree().contains("b rw-r--r-- b|"), tree().toString());
    assertTrue(tree().contains("list rw-r--r-- 1|2|3|4|5|6|7|8|9|mine|"), tree().toString());
    assertEquals(List.of("modified b", "modified list"), left());
    assertEquals(List.of(), told(merge(false)));
    assertTrue(tree().contains("list rw-r--r-- one|2|3|4|5|6|7|8|9|mine|"), tree().toString());
  }

  @Test
  void undo_restores_everything_else_and_names_a_replaced_file_that_was_removed()
      throws IOException {
    session.begins().wrote("b", "2\n").wrote("list", "n\n");
    merge(false);
    Files.delete(kept(1));
    assertEquals(
        List.of("b: the file that the merge replaced is missing: " + kept(1)),
        told(merges().undo()));
    assertTrue(tree().contains("b rw-r--r-- 2|"), tree().toString());
    assertTrue(tree().contains("list rw-r--r-- 1|2|3|4|5|6|7|8|9|"), tree().toString());
  }

  @Test
  void undo_restores_the_base_that_an_earlier_merge_made() throws IOException {
    withGit();
    session.begins().wrote("list", "one\n2\n3\n4\n5\n6\n7\n8\n9\n");
    merge(false);
    session.wrote("list", "one\ntwo\n3\n4\n5\n6\n7\n8\n9\n").others("sed -i s/9/nine/ list");
    merge(false);
    assertEquals(List.of(), told(merges().undo()));
    session.others("sed -i s/one/uno/ list");
    assertEquals(List.of("modified list"), left());
    session.wrote("list", "one\n2\n3\n4\n5\n6\n7\n8\n9\n");
    assertEquals(List.of(), left());
  }

  @Test
  void undo_gives_a_directory_that_the_merge_closed_its_permissions_back() throws IOException {
    session.begins().made("dir").mode("dir", "---------").made("new").mode("new", "r-xr-xr-x");
    merge(false);
    assertTrue(session.project.resolve("new").toFile().isDirectory());
    assertEquals(List.of(), told(merges().undo()));
    assertTrue(tree().contains("dir rwxr-xr-x"), tree().toString());
    assertFalse(session.project.resolve("new").toFile().exists());
  }

  @Test
  void undo_leaves_a_closed_directory_closed_that_it_does_not_take_back() throws IOException {
    session.begins().made("new").wrote("new/file", "n\n").mode("new", "r-xr-xr-x");
    merge(false);
    session.others("chmod u+w new && echo mine >new/mine && chmod u-w new");
    merges().undo();
    assertTrue(tree().contains("new r-xr-xr-x"), tree().toString());
    assertTrue(tree().contains("new/mine rw-r--r-- mine|"), tree().toString());
  }

  @Test
  void undo_of_a_merge_into_an_empty_directory_keeps_the_base_of_the_project() throws IOException {
    withGit();
    session.begins().wrote("b", "2\n");
    session.others("cd .. && mv project away && mkdir project");
    merge(false);
    assertEquals(List.of(), told(merges().undo()));
    session.others("cd .. && rmdir project && mv away project");
    assertEquals(List.of("modified b"), left());
    session.others("touch b");
    assertEquals(List.of("modified b"), left());
  }
}
