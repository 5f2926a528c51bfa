package dev.bawn.launcher.merge;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.linux.Flock;
import dev.bawn.launcher.merge.MergeDirectory.Journal;
import dev.bawn.launcher.merge.MergeDirectory.State;
import dev.bawn.launcher.patch.FileDiff;
import dev.bawn.launcher.record.SessionName;
import dev.bawn.launcher.review.Change;
import dev.bawn.launcher.review.HashedContent;
import dev.bawn.launcher.review.Layers;
import dev.bawn.launcher.review.Others;
import dev.bawn.launcher.review.RawPath;
import dev.bawn.launcher.review.Reviewed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Merges into a project, and their undo. */
class MergesTest extends MergeScene {

  private void everything() throws IOException {
    session
        .wrote("list", "one\n2\n3\n4\n5\n6\n7\n8\n9\n")
        .removed("dir")
        .wrote("new/deep/er", "n\n")
        .wrote("b/inside", "i\n")
        .linked("link-to-be", "list")
        .wrote("tool", "#!/bin/sh\n")
        .mode("tool", "rwxr-xr-x")
        .made("empty");
  }

  private static final List<String> MERGED =
      List.of(
          "b rwxr-xr-x",
          "b/inside rw-r--r-- i|",
          "empty rwxr-xr-x",
          "link-to-be -> list",
          "list rw-r--r-- one|2|3|4|5|6|7|8|9|",
          "new rwxr-xr-x",
          "new/deep rwxr-xr-x",
          "new/deep/er rw-r--r-- n|",
          "tool rwxr-xr-x #!/bin/sh|");

  @Test
  void all_that_a_session_changed_arrives_and_nothing_is_left() throws IOException {
    session.begins();
    everything();
    assertEquals(List.of(), merge(false).waiting());
    assertEquals(MERGED, tree());
    assertEquals(List.of(), left());
  }

  @Test
  void a_merge_is_taken_back_and_done_again() throws IOException {
    session.begins();
    List<String> before = tree();
    everything();
    List<String> changes = left();
    merge(false);
    assertEquals(List.of(), merges().undo(Map::of).waiting());
    assertEquals(before, tree());
    assertEquals(changes, left());
    assertThrows(NotFound.class, () -> merges().undo(Map::of));
    assertEquals(List.of(), merge(false).waiting());
    assertEquals(MERGED, tree());
  }

  @Test
  void different_lines_of_one_text_are_merged() throws IOException {
    withGit();
    session.begins().wrote("list", "one\n2\n3\n4\n5\n6\n7\n8\n9\n");
    session.others("sed -i s/9/nine/ list");
    assertEquals(List.of(), merge(false).waiting());
    assertTrue(tree().contains("list rw-r--r-- one|2|3|4|5|6|7|8|nine|"), tree().toString());
    assertEquals(List.of(), left());
    merges().undo(Map::of);
    assertTrue(tree().contains("list rw-r--r-- 1|2|3|4|5|6|7|8|nine|"), tree().toString());
    assertEquals(List.of("modified list"), left());
  }

  @Test
  void a_conflict_waits_until_markers_are_asked_for() throws IOException {
    withGit();
    session.begins().wrote("list", "one\n2\n3\n4\n5\n6\n7\n8\n9\n").wrote("b", "2\n");
    session.others("sed -i s/1/uno/ list");
    assertEquals(List.of("list: both sides changed the same lines"), told(merge(false)));
    assertTrue(tree().contains("list rw-r--r-- uno|2|3|4|5|6|7|8|9|"), tree().toString());
    assertTrue(tree().contains("b rw-r--r-- 2|"), tree().toString());
    assertEquals(List.of("modified list"), left());
    assertEquals(List.of(), told(merge(true)));
    assertTrue(
        tree()
            .contains(
                "list rw-r--r-- <<<<<<< project|uno|=======|one|>>>>>>> work|2|3|4|5|6|7|8|9|"),
        tree().toString());
  }

  @Test
  void nothing_that_others_changed_is_removed_or_overwritten() throws IOException {
    withGit();
    session.begins().removed("b").wrote("dir/c", "\0").linked("list", "b").wrote("new", "n\n");
    session.others("echo mine >b; printf 'x\\0' >dir/c; echo mine >list; echo mine >new");
    List<String> before = tree();
    assertEquals(
        List.of(
            "b: the session removed it, and it changed in the project",
            "dir/c: both sides changed it, and it cannot be merged line by line",
            "list: the session replaced it with a link, and it changed in the project",
            "new: also created or changed in the project; its version at the start is unknown"),
        told(merge(false)));
    assertEquals(before, tree());
  }

  @Test
  void a_conflict_about_a_directory_does_not_stop_the_rest() throws IOException {
    withGit();
    session.begins().wrote("dir", "x\n").wrote("b", "2\n").others("echo mine >dir/c");
    assertEquals(
        List.of(
            "dir: the project has new files in the directory that the session replaced",
            "dir/c: the session removed it, and it changed in the project"),
        told(merge(false)));
    assertTrue(tree().containsAll(List.of("b rw-r--r-- 2|", "dir/c rw-r--r-- mine|")), "" + tree());
  }

  @Test
  void a_directory_that_others_replaced_by_a_link_does_not_stop_the_rest() throws IOException {
    withGit();
    session.begins().wrote("dir/c", "2\n").wrote("dir/new", "n\n").wrote("b", "2\n");
    session.others("mv dir away && ln -s away dir");
    List<String> told = told(merge(false));
    assertTrue(told.stream().anyMatch(each -> each.startsWith("dir/c: ")), told.toString());
    assertTrue(
        tree().containsAll(List.of("away/c rw-r--r-- c|", "b rw-r--r-- 2|", "dir -> away")),
        "" + tree());
  }

  @Test
  void what_the_project_had_already_stays_when_a_merge_is_taken_back() throws IOException {
    withGit();
    session.begins().wrote("list", "one\n2\n3\n4\n5\n6\n7\n8\n9\n").wrote("b", "2\n");
    session.others("sed -i 's/1/one/; s/9/nine/' list");
    assertEquals(List.of(), told(merge(false)));
    assertEquals(List.of(), told(merges().undo(Map::of)));
    assertTrue(
        tree().containsAll(List.of("b rw-r--r-- b|", "list rw-r--r-- one|2|3|4|5|6|7|8|nine|")),
        "" + tree());
  }

  @Test
  void a_directory_that_no_merge_made_is_left_alone() throws IOException {
    session
        .begins()
        .wrote("b", "2\n")
        .others("mkdir .bawn-merge-work; echo mine >.bawn-merge-work/1");
    List<String> before = tree();
    assertThrows(Refused.class, () -> merge(false));
    assertEquals(before, tree());
  }

  @Test
  void what_a_session_changes_after_a_merge_is_told_from_what_was_merged() throws IOException {
    session.begins().wrote("b", "2\n").wrote("new", "1\n2\n3\n");
    merge(false);
    session.wrote("b", "3\n").wrote("new", "1\n2\nthree\n").others("sed -i s/1/one/ new");
    assertEquals(List.of("modified b", "modified new"), left());
    assertEquals(List.of(), told(merge(false)));
    assertTrue(tree().contains("b rw-r--r-- 3|"), tree().toString());
    assertTrue(tree().contains("new rw-r--r-- one|2|three|"), tree().toString());
  }

  @Test
  void a_merged_file_that_the_user_changes_or_removes_is_the_users() throws IOException {
    session.begins().wrote("b", "2\n").wrote("list", "n\n").removed("dir/c");
    merge(false);
    session.others("echo mine >b; rm list; echo again >dir/c");
    assertEquals(List.of(), left());
    Outcome undone = merges().undo(Map::of);
    assertEquals(
        List.of(
            "b: it was changed since the merge",
            "dir/c: it was changed since the merge",
            "list: it was removed since the merge"),
        told(undone));
    assertTrue(tree().contains("b rw-r--r-- mine|"), tree().toString());
  }

  @Test
  void a_merge_that_the_user_took_back_is_undone_and_can_be_merged_again() throws IOException {
    session.had("other", "1\n");
    List<String> before = tree();
    session
        .begins()
        .wrote("b", "2\n")
        .wrote("new/deep/n", "n\n")
        .removed("dir/c")
        .wrote("other", "2\n");
    merge(false);
    session.wrote("b", "3\n");
    merge(false);
    session.others("echo b >b; chmod 600 b; rm -r new; echo c >dir/c");
    assertEquals(List.of("b"), shown(merges().undo(Map::of).paths()));
    Outcome undone = merges().undo(Map::of);
    assertEquals(List.of(), told(undone));
    assertEquals(List.of("b", "dir/c", "new/deep/n", "other"), shown(undone.paths()));
    session.others("chmod 644 b");
    assertEquals(before, tree());
    assertEquals(List.of(), told(merge(false)));
    assertTrue(tree().contains("b rw-r--r-- 3|"), tree().toString());
    assertTrue(tree().contains("new/deep/n rw-r--r-- n|"), tree().toString());
  }

  @Test
  void two_merges_of_one_file_that_were_undone_are_merged_again_from_the_first_base()
      throws IOException {
    session.begins().wrote("list", "one\n2\n3\n4\n5\n6\n7\n8\n9\n");
    merge(false);
    session.wrote("list", "one\ntwo\n3\n4\n5\n6\n7\n8\n9\n");
    merge(false);
    merges().undo(Map::of);
    merges().undo(Map::of);
    assertEquals(List.of(), told(merge(false)));
    assertTrue(Files.readString(session.project.resolve("list")).startsWith("one\ntwo\n3\n"));
  }

  @Test
  void a_link_is_an_only_copy_too_and_one_that_was_only_staged_is_not_in_git() throws IOException {
    withGit();
    session.others("echo staged >b; git add b; ln -s nowhere mine");
    session.begins().wrote("b", "2\n").linked("new", "b").linked("mine", "b");
    merge(false);
    assertEquals(List.of("mine"), shown(List.copyOf(onlyCopies().replaced().keySet())));
    session.others("rm new; git add b");
    assertEquals(List.of("new"), shown(List.copyOf(onlyCopies().brought().keySet())));
    assertEquals(List.of("b", "mine"), shown(List.copyOf(onlyCopies().replaced().keySet())));
  }

  @Test
  void a_replaced_file_keeps_its_group_and_its_attributes_and_those_of_the_session_are_named()
      throws IOException {
    session.others("chgrp 4242 b; chmod 440 b");
    attributes(session.project, "b").write("mine", UTF_8.encode("1"));
    session.begins().did("cp -a ../project/b b; echo 2 >b; touch new");
    attributes(session.upper, "b").write("its", UTF_8.encode("2"));
    attributes(session.upper, "b").write("overlay.x", UTF_8.encode("2"));
    attributes(session.upper, "new").write("new", UTF_8.encode("3"));
    assertEquals(
        List.of(
            "b: its extended attributes are not merged: user.its",
            "new: its extended attributes are not merged: user.new"),
        told(merge(false)));
    assertEquals("440 4242 [mine]", attributes());
    assertEquals(List.of(), attributes(session.project, "new").list());
    merges().undo(Map::of);
    assertEquals("440 4242 [mine]", attributes());
  }

  private static UserDefinedFileAttributeView attributes(Path directory, String file) {
    return Files.getFileAttributeView(directory.resolve(file), UserDefinedFileAttributeView.class);
  }

  private String attributes() throws IOException {
    session.others("stat -c '%a %g' b >../attributes");
    return Files.readString(directory.resolve("attributes")).strip()
        + " "
        + attributes(session.project, "b").list();
  }

  @Test
  void whatever_is_in_the_way_of_a_merge_is_named_and_hides_no_only_copy() throws IOException {
    session.begins().wrote("b", "2\n");
    merge(false);
    session.others("rm b; echo mine >.bawn-merge-work");
    session.wrote("list", "2\n");
    Refused refused = assertThrows(Refused.class, () -> merge(false));
    assertEquals(
        session.project.resolve(".bawn-merge-work")
            + " already exists, and no merge of work made it",
        refused.what());
    assertEquals(List.of("b"), shown(List.copyOf(onlyCopies().brought().keySet())));
  }

  private OnlyCopies onlyCopies() throws IOException {
    try (Layers layers = session.based(Merges.bases(session.upper)).layers()) {
      layers.changes();
      return merges().onlyCopies(layers);
    }
  }

  @Test
  void what_a_merge_brought_is_an_only_copy_once_the_project_is_as_before_or_lacks_it()
      throws IOException {
    withGit();
    session
        .begins()
        .wrote("list", "n\n")
        .wrote("b", "2\n")
        .wrote("dir/c", "2\n")
        .wrote("link-to-be", "2\n")
        .wrote("dir/deep/d", "d\n")
        .mode("dir/deep/d", "rwxr-xr-x");
    merge(false);
    assertTrue(onlyCopies().areNone());
    session.others("echo mine >list; echo b >b; rm dir/c; chmod 644 dir/deep/d");
    assertEquals(List.of("b", "dir/c"), shown(List.copyOf(onlyCopies().brought().keySet())));
    assertEquals(1, onlyCopies().undos());
    session.others("echo 2 | git hash-object -w --stdin");
    assertEquals(2, onlyCopies().brought().size(), "git removes later what nothing names");
    session.others("echo 2 >other; git add other");
    assertTrue(onlyCopies().areNone());
    // A commit of the same second as the merge counts as an earlier one.
    session.others(
        "export GIT_COMMITTER_DATE=\"@$(date -d '1 minute' +%s) +0000\"; "
            + COMMIT
            + "; git rm -q other; "
            + COMMIT);
    assertTrue(onlyCopies().areNone());
  }

  @Test
  void the_removal_of_a_fifo_is_left_and_is_no_conflict() throws IOException {
    session.others("mkfifo pipe");
    session.begins().removed("pipe");
    List<Waiting> waiting = merge(false).waiting();
    assertEquals(
        List.of("the removal of a fifo is never merged"),
        waiting.stream().map(Waiting::reason).toList());
    assertFalse(waiting.getFirst().isConflict());
  }

  @Test
  void a_link_that_was_judged_is_the_one_that_is_merged() throws IOException {
    session.begins().linked("link", "b").linked("gone", "b");
    try (Layers layers = session.layers()) {
      List<Change> changes = layers.changes();
      Files.delete(session.upper.resolve("gone"));
      assertEquals(
          List.of("gone"),
          Reviewed.all(layers, changes).stream()
              .filter(Reviewed::isSevere)
              .map(each -> each.change().path().shown())
              .toList());
      Files.delete(session.upper.resolve("link"));
      session.linked("link", "/etc/shadow");
      merges().merge(layers, changes, Map.of(), Map.of(), false, false, uid());
    }
    assertEquals(Path.of("b"), Files.readSymbolicLink(session.project.resolve("link")));
  }

  @Test
  void a_file_that_is_removed_between_two_looks_does_not_come_back() throws IOException {
    withGit();
    session.begins().wrote("b", "2\n");
    try (Layers layers = session.layers()) {
      layers.changes();
      session.others("rm b");
      Outcome outcome =
          merges().merge(layers, layers.changes(), Map.of(), Map.of(), false, false, uid());
      assertEquals(
          List.of("b: the session changed it, and it was removed from the project"), told(outcome));
    }
    assertFalse(Files.exists(session.project.resolve("b")));
  }

  @Test
  void an_undo_that_was_killed_before_its_end_has_the_same_base_as_one_that_ended()
      throws IOException {
    session.begins().wrote("b", "2\n");
    merge(false);
    merges().undo(Map::of);
    assertEquals(List.of("modified b"), left());
    Files.writeString(directory.resolve("merges/1/state"), "d");
    Files.writeString(directory.resolve("merges/2/state"), "a");
    assertEquals(List.of("modified b"), left());
  }

  @Test
  void what_no_merge_carries_is_left_out() throws IOException {
    session.had(".env", "x").hid(".env").begins();
    session.did("mkfifo pipe; echo >setuid; chmod 4755 setuid").wrote(".env", "y");
    session.wrote(".git/hooks/pre-commit", "touch canary\n");
    assertEquals(
        List.of(
            ".env: bawn hid the project's file from the session; the session's version: "
                + session.upper.resolve(".env"),
            ".git: git's own files are never merged as files",
            ".git/hooks: git's own files are never merged as files",
            ".git/hooks/pre-commit: git's own files are never merged as files",
            "pipe: a fifo is never merged",
            "setuid: a setuid or setgid file is never merged"),
        told(merge(false)));
    assertFalse(Files.exists(session.project.resolve(".git")));
  }

  private Outcome approved(String path, UnaryOperator<Approval> how) throws IOException {
    try (Layers layers = session.based(Merges.bases(session.upper)).layers()) {
      List<Change> changes =
          layers.changes().stream().filter(each -> each.path().equals(RawPath.of(path))).toList();
      Approval approval = how.apply(Approval.of(ReviewedVersion.of(layers, changes.getFirst())));
      if (path.equals("changing")) {
        session.wrote(path, "other\n");
      }
      return merges()
          .merge(
              layers, changes, Map.of(), Map.of(RawPath.of(path), approval), false, false, uid());
    }
  }

  @Test
  void what_was_reviewed_is_merged_and_nothing_else() throws IOException {
    session.begins().wrote("b", "2\n").wrote("changing", "1\n").removed("list");
    assertEquals(List.of(RawPath.of("b")), approved("b", it -> it).paths());
    assertEquals(List.of(RawPath.of("list")), approved("list", it -> it).paths());
    assertEquals(
        List.of("changing: the session changed it since it was reviewed"),
        told(approved("changing", it -> it)));
    assertEquals("2\n", Files.readString(session.project.resolve("b")));
    assertFalse(Files.exists(session.project.resolve("changing")));
  }

  @Test
  void another_kind_or_other_permissions_than_were_reviewed_are_refused() throws IOException {
    session.begins().wrote("b", "2\n");
    List<ReviewedVersion> others =
        List.of(
            new ReviewedVersion(Version.NONE.text()),
            new ReviewedVersion(
                Version.file(0_755, HashedContent.hash("2\n".getBytes(UTF_8))).text()),
            new ReviewedVersion(Version.link("2\n").text()));
    for (ReviewedVersion other : others) {
      assertEquals(
          List.of("b: the session changed it since it was reviewed"),
          told(approved("b", _ -> Approval.of(other))),
          other.text());
    }
    assertEquals("b\n", Files.readString(session.project.resolve("b")));
  }

  @Test
  void some_hunks_of_a_file_are_merged_with_what_others_changed_and_settle_it() throws IOException {
    withGit();
    session.begins().wrote("list", "one\n2\n3\n4\n5\n6\n7\n8\nnine\n");
    session.others("sed -i s/^5$/five/ list");
    byte[] some = "one\n2\n3\n4\n5\n6\n7\n8\n9\n".getBytes(UTF_8);
    Outcome outcome =
        approved(
            "list",
            it -> new Approval(it.seen(), Optional.of(some), Optional.empty(), Optional.empty()));
    assertEquals(List.of(), told(outcome));
    assertEquals(
        "one\n2\n3\n4\nfive\n6\n7\n8\n9\n", Files.readString(session.project.resolve("list")));
    assertEquals(List.of(), left());
    merges().undo(Map::of);
    assertEquals(
        "1\n2\n3\n4\nfive\n6\n7\n8\n9\n", Files.readString(session.project.resolve("list")));
    assertEquals(List.of("modified list"), left());
  }

  @Test
  void a_directory_that_others_keep_filled_is_not_merged_and_no_merge_of_its_own()
      throws IOException {
    withGit();
    session.begins().wrote("b", "2\n");
    merge(false);
    session.removed("dir");
    session.others("echo mine >dir/deep/mine; echo more >>dir/c");
    Outcome outcome = merge(false);
    assertEquals(List.of(RawPath.of("dir/deep/d")), outcome.paths());
    assertEquals(
        List.of("dir/c: the session removed it, and it changed in the project"), told(outcome));
    assertEquals(List.of(RawPath.of("dir/deep/d")), merges().undo(Map::of).paths());
    assertEquals(List.of(RawPath.of("b")), merges().undo(Map::of).paths());
  }

  @Test
  void a_directory_is_left_out_and_named_where_something_in_it_is_not_meant() throws IOException {
    session.begins().removed("dir");
    try (Layers layers = session.layers()) {
      List<Change> changes =
          layers.changes().stream()
              .filter(each -> !each.path().equals(RawPath.of("dir/deep/d")))
              .toList();
      Outcome outcome = merges().merge(layers, changes, Map.of(), Map.of(), false, false, uid());
      assertEquals(List.of("dir/c"), shown(outcome.paths()));
      assertEquals(List.of("dir/deep: it is not empty in the project"), told(outcome));
    }
    assertEquals(List.of("dir/c"), shown(merges().undo(Map::of).paths()));
    assertThrows(NotFound.class, () -> merges().undo(Map::of));
  }

  @Test
  void a_merge_and_its_undo_count_the_same_changes() throws IOException {
    withGit();
    session.begins().wrote("new/deep/a", "1\n").removed("dir/deep").wrote("list", "0\n");
    List<RawPath> done = merge(false).paths();
    assertEquals(List.of("dir/deep/d", "list", "new/deep/a"), shown(done));
    assertEquals(done, merges().undo(Map::of).paths());
  }

  @Test
  void an_undo_passes_by_a_merge_of_what_the_project_had() throws IOException {
    withGit();
    session.begins().wrote("b", "2\n");
    merge(false);
    session.wrote("list", "one\n2\n3\n4\n5\n6\n7\n8\n9\n");
    session.others("sed -i 's/^1$/one/; s/^9$/nine/' list");
    assertEquals(List.of("list"), shown(merge(false).paths()));
    assertEquals(List.of(), left());
    assertEquals(List.of("b"), shown(merges().undo(Map::of).paths()));
    assertTrue(Files.readString(session.project.resolve("list")).endsWith("nine\n"));
    assertEquals(List.of("modified b", "modified list"), left());
  }

  private static List<String> shown(List<RawPath> paths) {
    return paths.stream().map(RawPath::shown).toList();
  }

  @Test
  void hunks_that_are_open_stay_changes_after_the_others_are_merged_and_undone()
      throws IOException {
    withGit();
    session.begins().wrote("list", "one\n2\n3\n4\nfive\n6\n7\n8\nnine\n");
    session.others("sed -i s/^7$/seven/ list");
    byte[] some = "one\n2\n3\n4\n5\n6\n7\n8\n9\n".getBytes(UTF_8);
    byte[] decided = "one\n2\n3\n4\n5\n6\n7\n8\nnine\n".getBytes(UTF_8);
    Outcome outcome =
        approved(
            "list",
            it ->
                new Approval(it.seen(), Optional.of(some), Optional.empty(), Optional.of(decided)));
    assertEquals(List.of(), told(outcome));
    assertEquals(
        "one\n2\n3\n4\n5\n6\nseven\n8\n9\n", Files.readString(session.project.resolve("list")));
    try (Layers layers = session.based(Merges.bases(session.upper)).layers()) {
      FileDiff diff = FileDiff.of(layers, Reviewed.all(layers, layers.changes()).getFirst());
      assertEquals(1, diff.added(), "one hunk is open");
    }
    assertEquals(List.of(), told(approved("list", it -> it)));
    assertEquals(
        "one\n2\n3\n4\nfive\n6\nseven\n8\n9\n", Files.readString(session.project.resolve("list")));
    assertEquals(List.of(), left());
    merges().undo(Map::of);
    merges().undo(Map::of);
    assertEquals(
        "1\n2\n3\n4\n5\n6\nseven\n8\n9\n", Files.readString(session.project.resolve("list")));
    assertEquals(List.of("modified list"), left());
  }

  private static Change change(String path, Layers layers) throws IOException {
    return layers.changes().stream()
        .filter(change -> change.path().bytes().equals(path))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void a_file_that_both_added_is_resolved_without_a_base() throws IOException {
    withGit();
    session.begins().wrote("new", "session's\n").others("echo mine >new");
    Files.writeString(directory.resolve("base/record"), "end\0");
    assertEquals(List.of("added new"), left());
    assertEquals(List.of("new: also created in the project"), told(merge(false)));
    try (Layers layers = session.layers()) {
      Conflict.Lines conflict = lines("new", layers);
      assertEquals("session's\n", new String(conflict.sessions(), UTF_8));
      assertEquals("mine\n", new String(conflict.projects(), UTF_8));
    }
    assertEquals(List.of(), told(merge(true)));
    assertEquals(
        "<<<<<<< project\nmine\n=======\nsession's\n>>>>>>> work\n",
        Files.readString(session.project.resolve("new")));
  }

  @Test
  void markers_are_not_written_into_a_text_that_has_some() throws IOException {
    withGit();
    session.begins().wrote("b", "session's\n");
    session.others("printf '<<<<<<< HEAD\nmine\n=======\ntheirs\n>>>>>>> other\n' >b");
    List<String> before = tree();
    assertEquals(List.of("b: its text has conflict markers already"), told(merge(true)));
    assertEquals(before, tree());
  }

  @Test
  void a_resolved_conflict_is_put_in_place_only_over_what_was_resolved() throws IOException {
    withGit();
    session.begins().wrote("b", "session's\n");
    session.others("echo mine >b");
    byte[] both = "mine\nsession's\n".getBytes(UTF_8);
    assertEquals(List.of("b: both sides changed the same lines"), told(approved("b", it -> it)));
    ReviewedVersion[] project = new ReviewedVersion[1];
    try (Layers layers = session.layers()) {
      Conflict.Lines conflict = lines("b", layers);
      project[0] = conflict.project();
      assertEquals(
          "<<<<<<< project\nmine\n||||||| base\nb\n=======\nsession's\n>>>>>>> work\n",
          new String(conflict.marked(), UTF_8));
      assertEquals("session's\n", new String(conflict.sessions(), UTF_8));
      assertTrue(Conflict.isMarked(conflict.marked()));
      assertFalse(Conflict.isMarked(conflict.sessions()));
      assertEquals("mine\n", new String(conflict.projects(), UTF_8));
      assertEquals("mine\n", new String(conflict.text(), UTF_8));
    }
    session.others("echo more >>b");
    assertEquals(
        List.of("b: the project's version changed since it was reviewed"),
        told(
            approved(
                "b",
                it ->
                    new Approval(
                        it.seen(), Optional.of(both), Optional.of(project[0]), Optional.empty()))));
    session.others("echo mine >b");
    assertEquals(
        List.of(),
        told(
            approved(
                "b",
                it ->
                    new Approval(
                        it.seen(), Optional.of(both), Optional.of(project[0]), Optional.empty()))));
    assertEquals("mine\nsession's\n", Files.readString(session.project.resolve("b")));
    assertEquals(List.of(), left());
    merges().undo(Map::of);
    assertEquals("mine\n", Files.readString(session.project.resolve("b")));
    assertEquals(List.of("modified b"), left());
  }

  private static Conflict.Lines lines(String path, Layers layers) throws IOException {
    return (Conflict.Lines) Conflict.of(layers, change(path, layers), "work").orElseThrow();
  }

  @Test
  void a_file_that_others_removed_comes_back_where_a_review_saw_that_and_is_taken_back()
      throws IOException {
    withGit();
    session.begins().wrote("b", "2\n").wrote("dir/c", "2\n").wrote("list", "2\n");
    session.others("rm b list; rm -r dir");
    Optional<ReviewedVersion> removed = Optional.of(ReviewedVersion.NOTHING);
    UnaryOperator<Approval> back =
        it -> new Approval(it.seen(), Optional.empty(), removed, Optional.empty());
    assertEquals(
        List.of("b: the session changed it, and it was removed from the project"),
        told(approved("b", it -> it)));
    assertEquals(List.of(), told(approved("b", back)));
    assertEquals("2\n", Files.readString(session.project.resolve("b")));
    assertEquals(List.of(), told(approved("dir/c", back)));
    assertEquals("2\n", Files.readString(session.project.resolve("dir/c")));
    byte[] edited = "edited\n".getBytes(UTF_8);
    assertEquals(
        List.of(),
        told(
            approved(
                "list",
                it -> new Approval(it.seen(), Optional.of(edited), removed, Optional.empty()))));
    assertEquals("edited\n", Files.readString(session.project.resolve("list")));
    assertEquals(List.of(), left());
    merges().undo(Map::of);
    merges().undo(Map::of);
    merges().undo(Map::of);
    assertFalse(Files.exists(session.project.resolve("b")));
    assertFalse(Files.exists(session.project.resolve("dir")));
    assertEquals(List.of("modified b", "added dir", "modified dir/c", "modified list"), left());
    session.others("echo mine >b");
    assertEquals(
        List.of("b: the project's version changed since it was reviewed"),
        told(approved("b", back)));
    assertEquals("mine\n", Files.readString(session.project.resolve("b")));
  }

  private static Conflict.Whole whole(String path, Layers layers) throws IOException {
    return (Conflict.Whole) Conflict.of(layers, change(path, layers), "work").orElseThrow();
  }

  private Optional<ReviewedVersion> projectOf(String path) throws IOException {
    try (Layers layers = session.layers()) {
      return Optional.of(whole(path, layers).project());
    }
  }

  private Outcome taken(String path, Optional<ReviewedVersion> project) throws IOException {
    return approved(
        path, it -> new Approval(it.seen(), Optional.empty(), project, Optional.empty()));
  }

  @Test
  void a_file_that_others_changed_is_removed_where_a_review_saw_what_they_have()
      throws IOException {
    withGit();
    session.begins().removed("b").removed("dir").others("echo mine >b; echo mine >dir/c");
    List<String> before = tree();
    assertEquals(
        List.of("b: the session removed it, and it changed in the project"),
        told(approved("b", it -> it)));
    try (Layers layers = session.layers()) {
      assertEquals("b\n", new String(whole("b", layers).base().orElseThrow(), UTF_8));
      assertEquals("mine\n", new String(whole("b", layers).text().orElseThrow(), UTF_8));
    }
    Optional<ReviewedVersion> seen = projectOf("b");
    session.others("echo more >>b");
    assertEquals(
        List.of("b: the project's version changed since it was reviewed"), told(taken("b", seen)));
    assertEquals("mine\nmore\n", Files.readString(session.project.resolve("b")));
    session.others("echo mine >b");
    assertEquals(List.of(), told(taken("b", projectOf("b"))));
    assertFalse(Files.exists(session.project.resolve("b")));
    assertEquals(List.of(), told(taken("dir/c", projectOf("dir/c"))));
    assertEquals(List.of("removed dir", "removed dir/deep", "removed dir/deep/d"), left());
    assertEquals(List.of(), told(merge(false)));
    assertFalse(Files.exists(session.project.resolve("dir")));
    merges().undo(Map::of);
    merges().undo(Map::of);
    merges().undo(Map::of);
    assertEquals(before, tree());
    assertEquals(
        List.of("b: the session removed it, and it changed in the project"),
        told(approved("b", it -> it)));
  }

  @Test
  void a_file_that_is_no_text_is_replaced_where_a_review_saw_what_others_have() throws IOException {
    withGit();
    session.begins().wrote("b", "2\0").wrote("list", "2\n").others("printf 'mine\\0' >b");
    session.others("rm list; ln -s mine list");
    assertEquals(
        List.of("b: both sides changed it, and it cannot be merged line by line"),
        told(approved("b", it -> it)));
    Optional<ReviewedVersion> seen = projectOf("list");
    session.others("ln -sfn other list");
    assertEquals(
        List.of("list: the project's version changed since it was reviewed"),
        told(taken("list", seen)));
    assertEquals(List.of(), told(taken("b", projectOf("b"))));
    assertEquals(List.of(), told(taken("list", projectOf("list"))));
    assertEquals("2\0", Files.readString(session.project.resolve("b")));
    assertEquals("2\n", Files.readString(session.project.resolve("list")));
    assertEquals(List.of(), left());
    merges().undo(Map::of);
    merges().undo(Map::of);
    assertEquals("mine\0", Files.readString(session.project.resolve("b")));
    assertEquals("other", Files.readSymbolicLink(session.project.resolve("list")).toString());
  }

  @Test
  void a_conflict_without_a_known_base_shows_that_it_is_not_known() throws IOException {
    withGit();
    session.begins().wrote("new", "session's\n").others("echo mine >new");
    try (Layers layers = session.layers()) {
      assertEquals(
          "<<<<<<< project\nmine\n||||||| base is not known\n=======\nsession's\n>>>>>>> work\n",
          new String(lines("new", layers).marked(), UTF_8));
    }
    Files.writeString(directory.resolve("base/record"), "end\0");
    try (Layers layers = session.layers()) {
      assertEquals(
          "<<<<<<< project\nmine\n||||||| there was no file\n=======\nsession's\n>>>>>>> work\n",
          new String(lines("new", layers).marked(), UTF_8));
    }
  }

  @Test
  void an_edited_text_of_a_new_file_is_merged_where_nothing_is_and_nowhere_else()
      throws IOException {
    withGit();
    session.begins().wrote("new/deep", "1\n").wrote("b", "2\n").wrote("other", "1\n");
    session.others("rm b; echo mine >other");
    byte[] edited = "edited\n".getBytes(UTF_8);
    UnaryOperator<Approval> edit =
        it -> new Approval(it.seen(), Optional.of(edited), Optional.empty(), Optional.empty());
    assertEquals(List.of(), told(approved("new/deep", edit)));
    assertEquals("edited\n", Files.readString(session.project.resolve("new/deep")));
    assertEquals(
        List.of("b: the session changed it, and it was removed from the project"),
        told(approved("b", edit)));
    assertFalse(Files.exists(session.project.resolve("b")));
    assertEquals(List.of("other: " + Others.UNKNOWN.label()), told(approved("other", edit)));
    assertEquals("mine\n", Files.readString(session.project.resolve("other")));
    merges().undo(Map::of);
    assertFalse(Files.exists(session.project.resolve("new/deep")));
  }

  /** Returns the result of a merge that was interrupted at a step, as after a kill. */
  private int interrupted(int done) throws IOException {
    return interrupted(done, 1);
  }

  private int interrupted(int done, int number) throws IOException {
    try (Layers layers = session.based(Merges.bases(session.upper)).layers();
        Staging staging = Staging.in(session.project, SessionName.of("work"))) {
      MergeDecisions decisions =
          new MergeDecisions(layers, "work", false, uid(), Long.MAX_VALUE, Map.of(), Map.of());
      decisions.decide(layers.changes());
      MergeDirectory merge = new MergeDirectory(directory.resolve("merges/" + number));
      merge.make(session.project);
      staging.make();
      List<MergeStep> steps = new ArrayList<>();
      for (MergeStep step : decisions.steps()) {
        steps.add(
            step.isOfDirectory() || step.after().isNothing()
                ? step
                : step.with(staging.put(step, decisions.content(step)).version()));
      }
      merge.write(new Journal(0, steps));
      new JournalExecution(staging, steps.subList(0, Math.min(done, steps.size())), merge)
          .carryOut();
      if (done > steps.size()) {
        merge.enter(State.APPLIED);
      }
      return steps.size();
    }
  }

  @Test
  void a_merge_that_was_killed_at_any_step_is_taken_back_or_finished() throws IOException {
    int steps = 0;
    for (int done = 0; done <= steps + 1; done++) {
      Path place = Files.createDirectory(directory.resolve("at" + done));
      directory = place;
      aRepository();
      session.begins();
      List<String> before = tree();
      everything();
      steps = interrupted(done);
      assertTrue(merges().isInterrupted());
      String told = merges().recover().orElseThrow().told();
      assertEquals(
          done > steps
              ? "an interrupted merge was finished"
              : "an interrupted merge was taken back",
          told);
      assertEquals(done > steps ? MERGED : before, tree(), "step " + done);
      assertFalse(merges().isInterrupted());
      assertEquals(List.of(), merge(false).waiting());
      assertEquals(MERGED, tree(), "step " + done);
      directory = place.getParent();
    }
    assertTrue(steps > 8, "steps: " + steps);
  }

  @Test
  void what_an_undo_left_that_was_killed_at_its_start_does_not_take_the_files_of_a_later_merge()
      throws IOException {
    session.begins().wrote("b", "2\n").removed("list");
    List<String> before = tree();
    merge(false);
    new MergeDirectory(directory.resolve("merges/2")).make(session.project);
    assertFalse(merges().isInterrupted());
    merges().undo(Map::of);
    new MergeDirectory(directory.resolve("merges/3")).make(session.project);
    assertEquals(2, interrupted(2, 4));
    assertEquals("an interrupted merge was taken back", merges().recover().orElseThrow().told());
    assertEquals(before, tree());
    assertEquals(List.of(), told(merge(false)));
    assertFalse(Files.exists(directory.resolve("merges/3")));
  }

  @Test
  void what_somebody_removed_with_the_directory_of_a_killed_merge_is_named() throws IOException {
    session.begins().wrote("b", "2\n").removed("list").wrote("new", "n\n");
    assertEquals(3, interrupted(4));
    session.others("rm -r .bawn-merge-*");
    assertEquals(
        "an interrupted merge was finished, but .bawn-merge-work had been removed with the files that"
            + " the merge replaced: list, b",
        merges().recover().orElseThrow().told());
  }

  @Test
  void a_merge_whose_staged_files_were_removed_is_taken_back_as_far_as_it_did_not_come()
      throws IOException {
    session.begins().wrote("b", "2\n").removed("list").wrote("new", "n\n").wrote("dir/c", "2\n");
    int steps = interrupted(0);
    session.others("rm -r .bawn-merge-*");
    List<String> before = tree();
    assertEquals("an interrupted merge was taken back", merges().recover().orElseThrow().told());
    assertEquals(before, tree());
    assertEquals(4, left().size());
    MergeDirectory first = new MergeDirectory(directory.resolve("merges/1"));
    first.remove();
    assertEquals(steps, interrupted(steps));
    session.others("rm -r .bawn-merge-*; echo mine >b");
    assertEquals(
        "an interrupted merge was taken back, except for: new, dir/c, list; .bawn-merge-work had been"
            + " removed with the files before the merge",
        merges().recover().orElseThrow().told());
    assertFalse(Files.exists(session.project.resolve("list")));
  }

  @Test
  void what_others_changed_after_a_kill_stays_when_the_merge_is_taken_back() throws IOException {
    session.begins().wrote("b", "2\n").wrote("new", "n\n").removed("list");
    interrupted(3);
    session.others("echo mine >b; echo mine >list; echo mine >new");
    List<String> before = tree().stream().filter(line -> !line.contains(".bawn")).toList();
    assertEquals(
        "an interrupted merge was taken back, except files that changed since: new, b, list;"
            + " the files before the merge are in "
            + directory.resolve("merges/1/old"),
        merges().recover().orElseThrow().told());
    assertEquals(before, tree());
    try (Stream<Path> old = Files.list(directory.resolve("merges/1/old"))) {
      assertEquals(2, old.count());
    }
    try (Layers layers = session.based(Merges.bases(session.upper)).layers()) {
      assertEquals(
          List.of("b", "list"),
          merges().onlyCopies(layers).replaced().keySet().stream().map(RawPath::bytes).toList());
    }
    session.others("echo b >b; printf '1\\n2\\n3\\n4\\n5\\n6\\n7\\n8\\n9\\n' >list");
    try (Layers layers = session.based(Merges.bases(session.upper)).layers()) {
      assertTrue(merges().onlyCopies(layers).areNone());
    }
  }

  @Test
  void a_merge_that_is_taken_back_names_what_others_changed_meanwhile() throws Exception {
    session.begins();
    for (int file = 0; file < 2000; file++) {
      session.wrote("many/" + file, "n\n");
    }
    session.wrote("b", "2\n").wrote("other/new", "n\n");
    session.others("mkdir other && mount -t tmpfs none other && touch -d 2000-01-01 other");
    Thread editor =
        Thread.ofVirtual()
            .start(() -> {
              try {
                while (!Files.readString(session.project.resolve("b")).equals("2\n")) {
                  Thread.sleep(1);
                }
                Files.writeString(session.project.resolve("b"), "mine\n");
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    try (Layers layers = session.layers()) {
      List<Change> changes = layers.changes();
      Failed failed =
          assertThrows(
              Failed.class,
              () -> merges().merge(layers, changes, Map.of(), Map.of(), false, false, uid()));
      assertTrue(
          failed
              .what()
              .startsWith("the merge was taken back, except for files that changed meanwhile: b: "),
          failed.what());
    } finally {
      session.others("umount other");
    }
    editor.join();
    assertEquals("mine\n", Files.readString(session.project.resolve("b")));
    assertEquals("b\n", Files.readString(directory.resolve("merges/1/old/1")));
  }

  @Test
  void an_edit_in_the_moment_of_the_rename_goes_back_and_nothing_is_merged() throws IOException {
    withGit();
    session.begins().wrote("b", "2\n").wrote("a-first", "n\n").removed("list");
    Map<String, String> edits =
        Map.of(
            "echo mine >list", "list",
            "rm list", "list",
            "echo mine >a-first", "a-first",
            "echo mine >b", "b",
            "rm b", "b");
    for (Map.Entry<String, String> each : edits.entrySet()) {
      String edit = each.getKey();
      try (Layers layers = session.based(Merges.bases(session.upper)).layers();
          Staging staging = Staging.in(session.project, SessionName.of("work"))) {
        MergeDecisions decisions =
            new MergeDecisions(layers, "work", false, uid(), Long.MAX_VALUE, Map.of(), Map.of());
        decisions.decide(layers.changes());
        staging.make();
        List<MergeStep> steps = new ArrayList<>();
        for (MergeStep step : decisions.steps()) {
          steps.add(
              step.after().isNothing()
                  ? step
                  : step.with(staging.put(step, decisions.content(step)).version()));
        }
        String restore =
            "echo b >b; printf '1\\n2\\n3\\n4\\n5\\n6\\n7\\n8\\n9\\n' >list; rm -f a-first";
        session.others(edit);
        List<String> before = tree().stream().filter(line -> !line.contains(".bawn")).toList();
        session.others(restore);
        int moment =
            1 + steps.stream().map(it -> it.path().bytes()).toList().indexOf(each.getValue());
        MergeDirectory unused = new MergeDirectory(directory.resolve("merges/1"));
        try (Staging edited =
            new KilledStaging(
                session.project,
                SessionName.of("work"),
                Integer.MAX_VALUE,
                at -> at == moment,
                () -> session.others(edit))) {
          JournalExecution execution = new JournalExecution(edited, steps, unused);
          assertThrows(ChangedMeanwhile.class, execution::carryOut, edit);
          assertEquals(List.of(), execution.takeBack());
        }
        staging.remove();
        assertEquals(before, tree(), edit);
        session.others(restore);
        session.wrote("b", "2\n");
      }
    }
  }

  @Test
  void a_directory_that_becomes_a_link_leads_no_merge_out_of_the_project() throws IOException {
    Path outside = directory.resolve("outside");
    Files.createDirectories(outside.resolve("deep"));
    Files.writeString(outside.resolve("c"), "c\n");
    session.begins().wrote("dir/c", "2\n").wrote("dir/new", "n\n");
    try (Layers layers = session.based(Merges.bases(session.upper)).layers()) {
      List<Change> changes = layers.changes();
      session.others("mv dir away && ln -s ../outside dir");
      List<String> told =
          told(merges().merge(layers, changes, Map.of(), Map.of(), false, false, uid()));
      assertEquals(2, told.size(), told.toString());
    }
    assertEquals("c\n", Files.readString(outside.resolve("c")));
    assertFalse(Files.exists(outside.resolve("new")));
    try (Staging staging = Staging.in(session.project, SessionName.of("work"))) {
      for (String path : List.of("dir/made", "dir/deep/made")) {
        assertThrows(IOException.class, () -> staging.makeDirectory(RawPath.of(path), 0_755), path);
      }
    }
  }

  @Test
  void a_directory_that_may_not_be_written_or_is_on_another_file_system_takes_all_back()
      throws IOException {
    session.begins().wrote("b", "2\n").wrote("dir/new", "n\n");
    session.others(
        "mkdir ../other && mount -t tmpfs none ../other && cp -a dir/. ../other && mount --bind ../other dir");
    List<String> before = tree();
    try {
      session.others("touch -r b dir/c");
      try (Layers layers = session.layers()) {
        Failed failed =
            assertThrows(
                Failed.class,
                () ->
                    merges()
                        .merge(layers, layers.changes(), Map.of(), Map.of(), false, true, uid()));
        assertTrue(failed.what().startsWith("nothing was merged: "), failed.what());
      }
      assertEquals(before, tree());
    } finally {
      session.others("umount dir; umount ../other");
    }
  }

  @Test
  void a_file_that_disappears_before_it_is_decided_on_waits_and_may_be_merged_again()
      throws IOException {
    session.begins().wrote("b", "2\n").wrote("new", "n\n");
    try (Layers layers = session.layers()) {
      List<Change> changes = layers.changes();
      Files.delete(session.upper.resolve("new"));
      Outcome outcome = merges().merge(layers, changes, Map.of(), Map.of(), false, false, uid());
      assertEquals(List.of("new: it is being changed"), told(outcome));
      assertTrue(outcome.waiting().getFirst().isPassing());
    }
    assertTrue(tree().contains("b rw-r--r-- 2|"), tree().toString());
  }

  @Test
  void a_file_that_disappears_or_finds_no_room_while_it_is_staged_is_named() throws IOException {
    session.begins();
    Version file = Version.unread(0_644);
    MergeStep step =
        new MergeStep(1, RawPath.of("n63"), Version.NONE, file, file, true, Optional.empty());
    try (Staging staging = Staging.in(session.project, SessionName.of("work"))) {
      staging.make();
      assertEquals(
          "n63 disappeared while bawn read it",
          assertThrows(
                  ChangedMeanwhile.class,
                  () ->
                      staging.put(
                          step,
                          (_, _) -> {
                            throw new NoSuchFileException("1");
                          }))
              .getMessage());
      FileSystemException full =
          assertThrows(
              FileSystemException.class,
              () ->
                  staging.put(
                      step,
                      (_, _) -> {
                        throw new FileSystemException("a file", null, "No space left on device");
                      }));
      assertEquals("n63 in " + session.project, full.getFile());
      assertEquals("No space left on device", full.getReason());
      staging.remove();
    }
  }

  @Test
  void a_merge_names_the_directory_of_the_session_whose_disk_is_full() throws IOException {
    session.had("a", "1\n").begins().wrote("a", "2\n");
    session.others("mkdir ../merges ../disk && mount -t tmpfs -o size=4k none ../disk");
    session.others("mkdir ../disk/merges && mount --bind ../disk/merges ../merges");
    try {
      session.others("dd if=/dev/zero of=../disk/full bs=4k count=1 status=none");
      Failed failed = assertThrows(Failed.class, () -> merge(false));
      assertEquals(
          "nothing was merged: " + directory.resolve("merges/1") + ": No space left on device",
          failed.what());
    } finally {
      session.others("umount ../merges ../disk");
    }
  }

  @Test
  void a_merge_names_the_directory_of_the_session_that_has_no_room_for_replaced_files()
      throws IOException {
    session.had("big", "0123456789".repeat(10_000)).begins().wrote("big", "small\n");
    session.others("mkdir ../merges && mount -t tmpfs -o size=64k none ../merges");
    try {
      Failed failed = assertThrows(Failed.class, () -> merge(false));
      assertEquals(
          "all was merged, but the replaced files cannot be kept in the session: big in "
              + directory.resolve("merges/1/old")
              + ": No space left on device",
          failed.what());
      session.others("mount -o remount,size=1m ../merges");
      assertEquals("an interrupted merge was finished", merges().recover().orElseThrow().told());
      assertEquals(100_000, Files.size(directory.resolve("merges/1/old/1")));
    } finally {
      session.others("umount ../merges");
    }
  }

  @Test
  void two_merges_of_one_project_do_not_meet() throws IOException {
    session.begins().wrote("b", "2\n");
    try (Flock _ = merges().lock()) {
      assertThrows(Refused.class, () -> merges().lock());
    }
    merges().lock().close();
  }

  @Test
  void a_trial_changes_nothing() throws IOException {
    session.begins();
    everything();
    List<String> before = tree();
    try (Layers layers = session.layers()) {
      assertTrue(
          merges()
                  .merge(layers, layers.changes(), Map.of(), Map.of(), true, false, uid())
                  .paths()
                  .size()
              > 5);
    }
    assertEquals(before, tree());
    assertFalse(Files.exists(directory.resolve("merges"), LinkOption.NOFOLLOW_LINKS));
  }

  @Test
  void two_merges_complete_no_repository() throws IOException {
    session.begins().wrote("half/objects/x", "x\n").wrote("half/refs/x", "x\n");
    assertEquals(List.of(), merge(false).waiting());
    session.wrote("half/HEAD", "ref: refs/heads/main\n").wrote("half/config", "x\n");
    Outcome outcome = merge(false);
    assertEquals(List.of(), outcome.paths());
    assertEquals(
        List.of(
            new Waiting(RawPath.of("half"), "a git repository is never merged as files", false)),
        outcome.waiting());
    assertFalse(Files.exists(session.project.resolve("half/HEAD")));
  }

  @Test
  void a_file_that_the_session_moves_away_meanwhile_is_being_changed() throws IOException {
    session.begins().wrote("b", "B\n");
    try (Layers layers = session.layers()) {
      List<Change> changes = layers.changes();
      session.did("rm b && mknod -m 000 b c 0 0");
      Outcome outcome = merges().merge(layers, changes, Map.of(), Map.of(), false, false, uid());
      assertEquals(List.of("b: it is being changed"), told(outcome));
    }
  }
}
