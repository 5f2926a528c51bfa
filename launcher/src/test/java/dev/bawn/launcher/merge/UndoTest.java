package dev.bawn.launcher.merge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.failure.NotFound;
import dev.bawn.launcher.linux.OpenDirectory;
import dev.bawn.launcher.merge.MergeDirectory.Journal;
import dev.bawn.launcher.merge.MergeDirectory.State;
import dev.bawn.launcher.record.SessionName;
import dev.bawn.launcher.review.RawPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** An undo restores the files that were replaced, and the base of the session's changes. */
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
    assertEquals(List.of(), told(merges().undo(Map::of)));
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
        told(merges().undo(Map::of)));
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
    assertEquals(List.of(), told(merges().undo(Map::of)));
    session.others("sed -i s/one/uno/ list");
    assertEquals(List.of("modified list"), left());
    session.wrote("list", "one\n2\n3\n4\n5\n6\n7\n8\n9\n");
    assertEquals(List.of(), left());
  }

  @Test
  void permissions_that_undo_takes_back_are_a_change_again() throws IOException {
    withGit();
    session
        .begins()
        .did("cp -a ../project/b ../project/list .; chmod 600 b; echo n >list; chmod 400 list");
    merge(false);
    merges().undo(Map::of);
    assertEquals(List.of("mode b", "modified list"), left());
    assertEquals(List.of(), told(merge(false)));
    assertTrue(tree().contains("b rw------- b|"), tree().toString());
    assertTrue(tree().contains("list r-------- n|"), tree().toString());
    merges().undo(Map::of);
    session.others("chmod 640 list");
    assertEquals(List.of("mode b", "modified list"), left());
    assertEquals(List.of(), told(merge(false)));
    assertTrue(tree().contains("list r-------- n|"), tree().toString());
  }

  @Test
  void permissions_of_others_after_an_undo_are_no_change_of_the_session() throws IOException {
    withGit();
    session.begins().did("cp -a ../project/b b; chmod 640 b");
    merge(false);
    merges().undo(Map::of);
    session.others("chmod 600 b");
    assertEquals(List.of(), left());
    session.mode("b", "r--r--r--");
    assertEquals(List.of("mode b"), left());
    assertEquals(List.of(), told(merge(false)));
    assertTrue(tree().contains("b r-------- b|"), tree().toString());
    assertEquals(List.of(), left());
  }

  @Test
  void undo_gives_a_directory_that_the_merge_closed_its_permissions_back() throws IOException {
    session.begins().made("dir").mode("dir", "---------").made("new").mode("new", "r-xr-xr-x");
    merge(false);
    assertTrue(session.project.resolve("new").toFile().isDirectory());
    assertEquals(List.of(), told(merges().undo(Map::of)));
    assertTrue(tree().contains("dir rwxr-xr-x"), tree().toString());
    assertFalse(session.project.resolve("new").toFile().exists());
  }

  @Test
  void undo_leaves_a_closed_directory_closed_that_it_does_not_take_back() throws IOException {
    session.begins().made("new").wrote("new/file", "n\n").mode("new", "r-xr-xr-x");
    merge(false);
    session.others("chmod u+w new && echo mine >new/mine && chmod u-w new");
    merges().undo(Map::of);
    assertTrue(tree().contains("new r-xr-xr-x"), tree().toString());
    assertTrue(tree().contains("new/mine rw-r--r-- mine|"), tree().toString());
  }

  @Test
  void undo_of_a_merge_into_an_empty_directory_keeps_the_base_of_the_project() throws IOException {
    withGit();
    session.begins().wrote("b", "2\n");
    session.others("cd .. && mv project away && mkdir project");
    merge(false);
    assertEquals(List.of(), told(merges().undo(Map::of)));
    session.others("cd .. && rmdir project && mv away project");
    assertEquals(List.of("modified b"), left());
    session.others("touch b");
    assertEquals(List.of("modified b"), left());
  }

  private static final List<String> MERGED =
      List.of(
          "b rwxr-xr-x",
          "b/inside rw-r--r-- i|",
          "dir r-xr-xr-x",
          "dir/deep rwxr-xr-x",
          "dir/deep/d rw-r--r-- 2|",
          "link-to-be -> list",
          "list rw-r--r-- one|2|3|4|5|6|7|8|9|",
          "new r-xr-xr-x",
          "new/er rw-r--r-- n|");

  private void everything() throws IOException {
    session
        .wrote("list", "one\n2\n3\n4\n5\n6\n7\n8\n9\n")
        .removed("dir/c")
        .wrote("dir/deep/d", "2\n")
        .mode("dir", "r-xr-xr-x")
        .wrote("new/er", "n\n")
        .mode("new", "r-xr-xr-x")
        .wrote("b/inside", "i\n")
        .linked("link-to-be", "list");
  }

  /**
   * Returns the result of an undo of the first merge that was interrupted at a step, as after a
   * kill.
   */
  private int interrupted(int done) throws IOException {
    MergeDirectory last = new MergeDirectory(directory.resolve("merges/1"));
    MergeDirectory merge = new MergeDirectory(directory.resolve("merges/2"));
    merge.make(session.project);
    merge.write(new Journal(1, List.of()));
    List<MergeStep> steps = last.read().steps();
    try (Staging staging = Staging.in(session.project, SessionName.of("work"));
        OpenDirectory old = OpenDirectory.at(last.old())) {
      Undo undo =
          new Undo(
              staging,
              MergedPath.of(StandingMerge.among(List.of(last))),
              last,
              new JournalExecution(staging, steps, merge).openDirectories(),
              Map::of);
      undo.plan(steps);
      if (done < 0) {
        return undo.back().size();
      }
      staging.make();
      List<MergeStep> back = new ArrayList<>();
      for (MergeStep step : undo.back()) {
        boolean isStaged = !step.isOfDirectory() && !step.after().isNothing();
        back.add(
            isStaged
                ? step.with(
                    staging
                        .put(step, (to, name) -> Staging.copy(old, name, to, step.after().mode()))
                        .version())
                : step);
      }
      merge.write(new Journal(1, back));
      new JournalExecution(staging, back.subList(0, Math.min(done, back.size())), merge, last)
          .carryOut();
      if (done > back.size()) {
        merge.enter(State.APPLIED);
      }
      return back.size();
    }
  }

  @Test
  void an_undo_that_was_killed_at_any_step_is_finished_and_nothing_else_is_taken_back()
      throws IOException {
    int steps = 0;
    for (int done = -1; done <= steps + 1; done++) {
      Path place = Files.createDirectory(directory.resolve("at" + done));
      directory = place;
      aRepository();
      session.begins();
      List<String> before = tree();
      everything();
      List<String> changes = left();
      List<Applied> merged = merge(false).done();
      assertEquals(MERGED, tree());
      steps = interrupted(done);
      assertTrue(merges().isUndoInterrupted());
      Merges.Recovery recovery = merges().recover().orElseThrow();
      assertEquals("an interrupted undo was finished", recovery.told());
      assertEquals(
          merged.stream().map(Applied::path).toList(),
          recovery.undone().orElseThrow().done().stream().map(Applied::path).toList());
      assertEquals(before, tree(), "step " + done);
      assertEquals(changes, left(), "step " + done);
      assertFalse(merges().isInterrupted());
      assertThrows(NotFound.class, () -> merges().undo(Map::of));
      assertEquals(List.of(), merge(false).waiting());
      assertEquals(MERGED, tree(), "step " + done);
      directory = place.getParent();
    }
    assertTrue(steps > 8, "steps: " + steps);
  }

  @Test
  void an_undo_that_was_killed_is_finished_but_for_what_others_changed_since() throws IOException {
    session.begins().wrote("b", "2\n").wrote("list", "n\n").wrote("new", "n\n");
    merge(false);
    interrupted(2);
    session.others("echo mine >b");
    Merges.Recovery recovery = merges().recover().orElseThrow();
    assertEquals("an interrupted undo was finished, except for: b", recovery.told());
    assertEquals(
        List.of("b: it was changed since the merge"), told(recovery.undone().orElseThrow()));
    assertTrue(tree().contains("b rw-r--r-- mine|"), tree().toString());
    assertTrue(tree().contains("list rw-r--r-- 1|2|3|4|5|6|7|8|9|"), tree().toString());
    assertFalse(Files.exists(session.project.resolve("new")));
  }

  @Test
  void an_undo_whose_staged_files_were_removed_restores_them_from_the_merge() throws IOException {
    int steps = 1;
    for (int done = 0; done <= steps; done++) {
      Path place = Files.createDirectory(directory.resolve("at" + done));
      directory = place;
      aRepository();
      session.begins().wrote("b", "2\n").wrote("list", "n\n").wrote("new", "n\n").removed("dir/c");
      List<String> before = tree();
      merge(false);
      steps = interrupted(done);
      session.others("rm -r .bawn-merge-*");
      Merges.Recovery recovery = merges().recover().orElseThrow();
      assertEquals("an interrupted undo was finished", recovery.told());
      assertEquals(4, recovery.undone().orElseThrow().done().size());
      assertEquals(before, tree(), "step " + done);
      assertEquals(4, left().size());
      directory = place.getParent();
    }
    assertEquals(4, steps);
  }

  @Test
  void an_undo_that_was_killed_does_not_take_back_the_merge_before_it() throws IOException {
    withGit();
    session.begins().wrote("b", "2\n");
    merge(false);
    try (var all = Files.list(directory.resolve("merges"))) {
      assertEquals(1, all.count());
    }
    session.wrote("b", "3\n");
    merge(false);
    merges().undo(Map::of);
    MergeDirectory second = new MergeDirectory(directory.resolve("merges/2"));
    new MergeDirectory(directory.resolve("merges/3")).enter(State.APPLIED);
    second.enter(State.DONE);
    Outcome undone = merges().recover().orElseThrow().undone().orElseThrow();
    assertEquals(List.of("b"), undone.paths().stream().map(RawPath::shown).toList());
    assertTrue(tree().contains("b rw-r--r-- 2|"), tree().toString());
    assertEquals(State.UNDONE, second.state());
    assertEquals(List.of("modified b"), left());
  }

  @Test
  void a_file_that_an_undo_leaves_stays_merged_until_another_undo_can_take_it_back()
      throws IOException {
    withGit();
    session.begins();
    List<String> before = tree();
    session.wrote("b", "2\n").wrote("list", "n\n").wrote("new/file", "n\n").wrote("new/x", "x\n");
    List<String> changes = left();
    merge(false);
    session.others("echo mine >>b; echo mine >>new/file");
    List<String> waiting =
        List.of("b: it was changed since the merge", "new/file: it was changed since the merge");
    Outcome first = merges().undo(Map::of);
    assertEquals(waiting, told(first));
    assertEquals(List.of("list", "new/x"), first.paths().stream().map(RawPath::shown).toList());
    assertEquals(List.of("modified list", "added new/x"), left());
    assertEquals(waiting, told(merges().undo(Map::of)));
    assertEquals(List.of("modified list", "added new/x"), left());
    session.others("echo n >new/file");
    Outcome second = merges().undo(Map::of);
    assertEquals(List.of("b: it was changed since the merge"), told(second));
    assertEquals(List.of("new/file"), second.paths().stream().map(RawPath::shown).toList());
    session.others("echo 2 >b");
    assertEquals(List.of(), told(merges().undo(Map::of)));
    assertEquals(before, tree());
    assertEquals(changes, left());
    assertThrows(NotFound.class, () -> merges().undo(Map::of));
    assertEquals(List.of(), told(merge(false)));
    assertEquals(List.of(), left());
  }

  @Test
  void what_an_undo_left_is_taken_back_after_the_merges_that_came_later() throws IOException {
    withGit();
    session.begins().wrote("b", "2\n").wrote("list", "n\n");
    merge(false);
    session.others("echo mine >>b");
    merges().undo(Map::of);
    session.others("echo 2 >b");
    merge(false);
    session.wrote("b", "3\n");
    merge(false);
    assertTrue(tree().contains("b rw-r--r-- 3|"), tree().toString());
    merges().undo(Map::of);
    assertTrue(tree().contains("b rw-r--r-- 2|"), tree().toString());
    assertEquals(List.of("modified b"), left());
    merges().undo(Map::of);
    assertTrue(tree().contains("list rw-r--r-- 1|2|3|4|5|6|7|8|9|"), tree().toString());
    assertEquals(List.of("modified b", "modified list"), left());
    merges().undo(Map::of);
    assertTrue(tree().contains("b rw-r--r-- b|"), tree().toString());
    assertEquals(List.of("modified b", "modified list"), left());
  }

  @Test
  void an_undo_of_a_part_that_was_killed_at_its_end_goes_on_with_the_rest() throws IOException {
    session.begins().wrote("b", "2\n").wrote("list", "n\n");
    merge(false);
    session.others("echo mine >>b");
    merges().undo(Map::of);
    MergeDirectory undo = new MergeDirectory(directory.resolve("merges/2"));
    undo.enter(State.APPLIED);
    Merges.Recovery recovery = merges().recover().orElseThrow();
    assertEquals("an interrupted undo was finished, except for: b", recovery.told());
    assertEquals(
        List.of("list"),
        recovery.undone().orElseThrow().paths().stream().map(RawPath::shown).toList());
    session.others("echo 2 >b");
    undo.enter(State.APPLIED);
    recovery = merges().recover().orElseThrow();
    assertEquals("an interrupted undo was finished", recovery.told());
    assertEquals(
        List.of("b", "list"),
        recovery.undone().orElseThrow().paths().stream().map(RawPath::shown).toList());
  }

  @Test
  void a_journal_without_waiting_paths_takes_the_whole_merge_back() throws IOException {
    session.begins().wrote("b", "2\n").wrote("list", "n\n");
    merge(false);
    MergeDirectory undo = new MergeDirectory(directory.resolve("merges/2"));
    undo.make(session.project);
    Files.writeString(undo.path().resolve("journal"), "{\"format\":1,\"undoes\":1,\"steps\":[]}");
    Files.writeString(undo.path().resolve("state"), "u");
    assertThrows(NotFound.class, () -> merges().undo(Map::of));
  }
}
